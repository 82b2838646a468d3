import { parse } from "tldts";

/** A host as addresses of pages have it: lower case, ASCII, without a final dot. Undefined for anything but a host alone. */
export function readHostName(given: string): string | undefined {
  const text = given.replace(/\.$/, "");
  if (text.length > 255) return undefined;
  const url = URL.parse(`http://${text}`);
  // Whatever is more than a host does not come out as it went in.
  const isHost =
    url !== null &&
    /^(?:[\w-]+(?:\.[\w-]+)*|\[.+\])$/.test(url.hostname) &&
    url.href === `http://${url.hostname}/` &&
    !/[/@\\?#:]$/.test(text);
  return isHost ? url.hostname : undefined;
}

/** By the Public Suffix List, with the suffixes of companies, such as github.io. An unlisted name, such as localhost, is none. */
export function isPublicSuffix(host: string): boolean {
  const { domain, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true, extractHostname: false });
  return domain === null && (isIcann === true || isPrivate === true);
}
