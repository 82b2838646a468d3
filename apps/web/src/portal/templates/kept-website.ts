/** The websites on which templates run are kept in the tab's session storage, until it is closed or its person signs out. */
const keyOf = (name: string) => `gatepost website ${name}`;

/** The website on which this tab has last recorded, tried or run the template; empty if it has not. */
export const readWebsite = (name: string): string => sessionStorage.getItem(keyOf(name)) ?? "";

/** Keeps nothing of an address that holds a user name or a password. */
export function keepWebsite(name: string, url: string): void {
  if (!URL.canParse(url)) return;
  const { username, password } = new URL(url);
  if (!username && !password) sessionStorage.setItem(keyOf(name), url);
}
