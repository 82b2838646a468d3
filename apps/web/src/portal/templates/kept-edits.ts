/**
 * Unsaved edits of templates, and the websites on which they run, kept in the tab's session storage until it is closed. A browser
 * may refuse storage, and then nothing is kept.
 */

const prefix = "gatepost edits ";

export const keyOfEdits = (accountId: number, name: string) => `${prefix}${accountId} ${name}`;

/** The text that was kept of this version; undefined if there is none. */
export function readEdits(key: string, version: number): string | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return kept?.version === version && typeof kept.text === "string" ? kept.text : undefined;
  } catch {
    return undefined;
  }
}

export function keepEdits(key: string, kept: { version: number; text: string }): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {}
}

export function removeEdits(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}

const keyOfWebsite = (name: string) => `${prefix}website ${name}`;

/** The website on which this tab has last recorded, tried or run the template; empty if it has not. */
export function readWebsite(name: string): string {
  try {
    return sessionStorage.getItem(keyOfWebsite(name)) ?? "";
  } catch {
    return "";
  }
}

/** Keeps nothing of an address that holds a user name or a password. */
export function keepWebsite(name: string, url: string): void {
  try {
    const { username, password } = new URL(url);
    if (!username && !password) sessionStorage.setItem(keyOfWebsite(name), url);
  } catch {}
}

/** Removes those of all templates and accounts, so that whoever uses the browser next cannot read them. */
export function removeAllEdits(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {}
}
