import type { Solution } from "@gatepost/domain/task/solution";
import type { Page } from "playwright";

/** The properties that clients of this protocol use. None requires a permission or another call. */
const properties = [
  ...["userAgent", "appVersion", "appName", "appCodeName", "product", "productSub", "vendor", "vendorSub", "platform"],
  ...["language", "languages", "hardwareConcurrency", "deviceMemory", "maxTouchPoints"],
  ...["cookieEnabled", "onLine", "pdfViewerEnabled", "webdriver", "doNotTrack"],
] as const;

const longestText = 1_000;
const mostTexts = 50;

/** What the page's own navigator reports about the browser, unchanged. Rejects if there is no page. */
export async function readFingerprint(page: Page): Promise<Solution["fingerprint"]> {
  const reported = await page.evaluate(
    (names) => names.map((name) => [name, navigator[name as keyof Navigator]] as const),
    [...properties],
  );
  return fingerprintOf(reported);
}

/** A page may have replaced its navigator, so only short texts, numbers, booleans and lists of texts are accepted. */
export function fingerprintOf(reported: readonly (readonly [name: string, value: unknown])[]): Solution["fingerprint"] {
  const found: Solution["fingerprint"] = {};
  for (const [name, value] of reported) if (isPlain(value)) found[`self.navigator.${name}`] = value;
  return found;
}

function isPlain(value: unknown): value is Solution["fingerprint"][string] {
  if (Array.isArray(value)) return value.length <= mostTexts && value.every(isShortText);
  return typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)) || isShortText(value);
}

function isShortText(value: unknown): value is string {
  return typeof value === "string" && value.length <= longestText;
}
