/** Classes that have a name: of one character, and of several. */
const classes: Readonly<Record<string, readonly [one: string, several: string]>> = {
  "\\d": ["digit", "digits"],
  "[0-9]": ["digit", "digits"],
  "[A-Z]": ["capital letter", "capital letters"],
  "[a-z]": ["small letter", "small letters"],
  "[A-Za-z]": ["letter", "letters"],
  "[a-zA-Z]": ["letter", "letters"],
  "[A-Z0-9]": ["capital letter or digit", "capital letters or digits"],
  "[0-9A-Z]": ["capital letter or digit", "capital letters or digits"],
  "[A-Za-z0-9]": ["letter or digit", "letters or digits"],
  "[a-zA-Z0-9]": ["letter or digit", "letters or digits"],
};

/** What a simple pattern matches, such as "6 digits", for people; undefined for any other pattern. */
export function patternWords(pattern: string): string | undefined {
  const [, set = "", exact, least, most, more] =
    /^\^?(\\d|\[[^\]]+\])(?:\{(\d+)\}|\{(\d+),(\d*)\}|(\+))?\$?$/.exec(pattern) ?? [];
  const names = Object.hasOwn(classes, set) ? classes[set] : undefined;
  if (!names) return undefined;
  const [one, several] = names;
  if (more) return `one or more ${several}`;
  if (least === undefined) return exact === undefined || exact === "1" ? `1 ${one}` : `${exact} ${several}`;
  return most ? `${least} to ${most} ${several}` : `at least ${least} ${least === "1" ? one : several}`;
}
