import { NotFoundText } from "../../public/not-found-text.tsx";

/** Within the frame of public pages, which their layout renders. */
export default NotFoundText;
