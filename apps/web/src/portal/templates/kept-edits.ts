/**
 * Unsaved edits of templates, and the websites on which they run, kept in the tab's session storage until it is closed. A browser
 * may refuse storage, and then nothing is kept.
 */

const prefix = "gatepost edits ";

export const keyOfEdits = (accountId: number, name: string) => `${prefix}${accountId} ${name}`;

function inStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}

/** The text that was kept of this version; undefined if there is none. */
export function readEdits(key: string, version: number): string | undefined {
  return inStorage((storage) => {
    const kept = JSON.parse(storage.getItem(key) ?? "null");
    return kept?.version === version && typeof kept.text === "string" ? kept.text : undefined;
  });
}

export function keepEdits(key: string, kept: { version: number; text: string }): void {
  inStorage((storage) => storage.setItem(key, JSON.stringify(kept)));
}

export function removeEdits(key: string): void {
  inStorage((storage) => storage.removeItem(key));
}

const keyOfWebsite = (name: string) => `${prefix}website ${name}`;

/** The website on which this tab has last recorded, tried or run the template; empty if it has not. */
export const readWebsite = (name: string): string => inStorage((storage) => storage.getItem(keyOfWebsite(name))) ?? "";

/** Keeps nothing of an address that holds a user name or a password. */
export function keepWebsite(name: string, url: string): void {
  if (!URL.canParse(url)) return;
  const { username, password } = new URL(url);
  if (!username && !password) inStorage((storage) => storage.setItem(keyOfWebsite(name), url));
}

/** Removes those of all templates and accounts, so that whoever uses the browser next cannot read them. */
export function removeAllEdits(): void {
  inStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}
