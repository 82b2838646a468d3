import { notePageError } from "./host/page-outage.ts";

/** Next.js calls this with each error of a page or a route. */
export const onRequestError = notePageError;
