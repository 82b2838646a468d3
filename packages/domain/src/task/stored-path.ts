/** The place of a nested step as authors count: {2,then,1} is 3.then.2. */
export function storedPathText(path: readonly string[]): string {
  return path.map((key) => (/^[0-9]+$/.test(key) ? String(Number(key) + 1) : key)).join(".");
}
