import { NotFoundText } from "../../public/site-frame.tsx";

export const metadata = { title: "Page not found" };

/** Within the frame of public pages, which their layout renders. */
export default NotFoundText;
