import { NotFoundText } from "../../public/site-frame.tsx";

/** Within the frame of public pages, which their layout renders. */
export default NotFoundText;
