import { userAgentFromString } from "next/server";

/** A browser and its system for people, such as `Chrome on Windows`. What is not known is left out. */
export function deviceName(userAgent: string): string {
  const { browser, os } = userAgentFromString(userAgent);
  const name = browser.name?.replace(/^Mobile | (?:Headless|WebView)$/g, "") ?? "Unknown browser";
  return os.name ? `${name} on ${os.name}` : name;
}
