import { NotFoundText } from "../../site/not-found-text.tsx";

/** Within the frame of public pages, which their layout renders. */
export default NotFoundText;
