import { originOf } from "../server/origin.ts";

/** The address of an answer link, at the site's name for the caller with these headers. */
export function answerUrl(headers: Pick<Headers, "get">, token: string): string {
  return `${originOf(headers)}/answer/${token}`;
}
