/** How step types are grouped where one is chosen; the first pattern that matches counts. */
const groups: readonly [name: string, pattern: RegExp][] = [
  ["Ask for a value", /^(WAIT_FOR_VARIABLE_VALUE|ASK_AGAIN)/],
  ["Wait for the page", /^(WAIT_FOR|PAUSE)/],
  ["Read and keep", /^(READ|TAKE|DOWNLOAD)/],
  ["Decide and repeat", /^(IF|REPEAT)/],
  ["Windows and dialogs", /WINDOW|DIALOG/],
  ["Act on the page", /./],
];

/** The given step types by groups, those that act first. */
export function stepGroups(types: readonly string[]): { name: string; types: string[] }[] {
  const groupOf = (type: string) => groups.find(([, pattern]) => pattern.test(type))?.[0];
  return groups
    .toReversed()
    .map(([name]) => ({ name, types: types.filter((type) => groupOf(type) === name) }))
    .filter((group) => group.types.length > 0);
}
