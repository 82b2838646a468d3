/** What a ready task brought; the shape that getTaskResult answers. Pictures and pages are base64, in step order. */
export interface Solution {
  url: string;
  domain: string;
  cookies: Record<string, string>;
  localStorage: Record<string, string>;
  screenshots: string[];
  HTMLsInBase64: string[];
  texts: Record<string, string>;
  /** The cookies in browsers' full form, in the order in which `cookies` was made from them. */
  cookieJar: FullCookie[];
  /** What the last page's navigator reports, by `self.navigator.` and the property's name. */
  fingerprint: Record<string, string | number | boolean | string[]>;
  /** Of the last document, by lower-case name. */
  requestHeaders: Record<string, string>;
}

export interface FullCookie {
  name: string;
  value: string;
  /** With a leading dot where subdomains get it too. */
  domain: string;
  path: string;
  /** Unix seconds; -1: it ends with the browser's session. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: "Strict" | "Lax" | "None";
}
