import type { Solution } from "@gatepost/domain/task/solution";
import { redact } from "./redact.ts";

/** A shorter secret may be within a cookie by chance, and a program needs that cookie as it is. */
const shortestInCookie = 8;

/**
 * The solution with stored secrets covered wherever a site may have put what was typed. Texts, lists and pictures are covered
 * when they are taken. Files stay as the site sent them, except for their names (docs/security.md, "Redaction").
 */
export function coverSolution(solution: Solution, secrets: readonly string[]): Solution {
  if (secrets.length === 0) return solution;
  const cover = (text: string) => redact(text, secrets);
  const long = secrets.filter((secret) => secret.length >= shortestInCookie);
  const coverCookie = (value: string) => (secrets.includes(value) ? cover(value) : redact(value, long));
  const { url, domain, cookies, cookieJar, localStorage, files, fingerprint, requestHeaders } = solution;
  return {
    ...solution,
    url: cover(url),
    domain: cover(domain),
    cookies: mapped(cookies, coverCookie, coverCookie),
    cookieJar: cookieJar.map((cookie) => ({
      ...cookie,
      ...{ name: coverCookie(cookie.name), value: coverCookie(cookie.value), path: cover(cookie.path) },
    })),
    localStorage: mapped(localStorage, cover, cover),
    files: mapped(files, String, (file) => ({ ...file, name: cover(file.name), type: cover(file.type) })),
    fingerprint: mapped(fingerprint, String, (value) => {
      if (typeof value === "string") return cover(value);
      return Array.isArray(value) ? value.map(cover) : value;
    }),
    requestHeaders: mapped(requestHeaders, String, cover),
  };
}

function mapped<T>(entries: Record<string, T>, name: (name: string) => string, value: (value: T) => T) {
  return Object.fromEntries(Object.entries(entries).map(([key, each]) => [name(key), value(each)]));
}
