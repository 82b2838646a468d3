import { demoSitePort } from "../first-task.ts";

/** The demo site of `npm start`. */
export const site = `http://127.0.0.1:${demoSitePort}`;
