import { errors } from "playwright";

export const invalidCss = "the selector is not valid CSS";

const unchanged = /Clicking the checkbox did not change its state/;
const left = /Execution context was destroyed/;
/** What was found is not there any more, and nothing was found after it. */
const gone = /was detached from the DOM, retrying(?![\s\S]*resolved to )/;

/** Parts of Playwright's messages, and our words for them. */
const known: readonly (readonly [RegExp, string])[] = [
  [/crashed/i, "the page crashed"],
  [/Download is starting/, "the address leads to a download, not to a page"],
  [/net::ERR_CERT_\w+|net::ERR_SSL_\w+/, "the site's certificate or encryption is not valid"],
  [/net::ERR_TOO_MANY_REDIRECTS/, "the site redirects without end"],
  [/net::ERR_ABORTED|interrupted by another navigation/, "the navigation was aborted"],
  [
    /Element is not an <input>/,
    "the element is not a field that takes text; if a click makes it one, CLICK it, then TYPE_TEXT without a selector",
  ],
  [/Cannot type text into input\[type=number\]/, "the field takes a number, and the value is none"],
  [/Input of type "\w+" cannot be filled/, "a field of this kind cannot be filled"],
  [/Unknown key/, "there is no such key"],
  [/not a valid XPath/i, "the selector is not valid XPath"],
  [/not a valid selector|parsing (?:css )?selector|Unknown engine|Unexpected token/i, invalidCss],
  [gone, "the element was there, but the page took it away"],
  [/intercepts pointer events/, "the element was there, but another one covered it"],
  [/element is inert/, "the element was there, but inert, as what is under a dialog is"],
  [/element is not enabled/, "the element was there, but disabled"],
  [/element is not editable/, "the field was there, but read-only; CLICK it, and then in what that opens"],
  [/element is not stable/, "the element was there, but kept moving"],
  [/outside of the viewport/, "the element was there, but could not be scrolled into view"],
  [unchanged, "the box was clicked, but stayed as it was"],
  [left, "the page was left meanwhile"],
  [/not attached to the DOM/, "the page replaced the element again and again"],
  [/frame (?:was|has been) detached/i, "the frame that it was in was removed"],
  [/Invalid timezone ID/i, "the browser does not know the task's timezone"],
  [/Invalid locale/i, "the browser does not know the task's locale"],
  [/couldn't be returned by value/, "the page gave more than a task keeps"],
  [/has been closed|Target closed/i, "the page closed itself"],
];

/**
 * Why the browser could not do something, in our words; undefined if unknown. The message itself is never returned,
 * because it quotes what was typed, whole addresses and parts of the page.
 */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const reason = known.find(([pattern]) => pattern.test(error.message))?.[1];
  if (reason) return reason;
  const code = /net::(ERR_[A-Z_]+)/.exec(error.message)?.[1];
  if (code) return `the browser says ${code}`;
  return error instanceof errors.TimeoutError ? "the page did not answer in time" : undefined;
}

/** The element that covers the one to be clicked, as `div#banner.modal`. Without its text and other attributes, which may be private. */
export function coverOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || gone.test(error.message)) return undefined;
  const line = error.message.split("\n").findLast((one) => one.includes("intercepts pointer events")) ?? "";
  const [, tag, attributes = ""] = /(?:.* from )?<([a-z][a-z0-9-]*)((?: [^\s=>]+(?:="[^"]*")?)*)/.exec(line) ?? [];
  if (!tag) return undefined;
  const id = / id="([\w-]{1,60})"/.exec(attributes)?.[1];
  const classes = / class="([^"]*)"/.exec(attributes)?.[1]?.split(" ") ?? [];
  const shownClasses = classes.filter((one) => /^[\w-]{1,40}$/.test(one)).slice(0, 2);
  return [id ? `${tag}#${id}` : tag, ...shownClasses].join(".");
}

const says = (words: RegExp) => (error: unknown) => error instanceof Error && words.test(error.message);

/** Whether an address led to a download instead of a page. */
export const isDownload = says(/Download is starting/);

/** Whether a navigation came to nothing, perhaps because another one took its place. */
export const isReplaced = says(/net::ERR_ABORTED|interrupted by another navigation/);

/** Whether a box was clicked and was in its old state right after that. */
export const isUnchanged = says(unchanged);

/** Whether the page was left during the call, so that it came to nothing. */
export const isLeft = says(left);

/** Whether the page, its context or its browser was closed during the call. */
export const isClosed = says(/has been closed|Target closed|crashed|disconnected/i);
