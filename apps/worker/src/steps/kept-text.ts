/** The form of the text that a type of field takes that silently drops any other. */
const formOf: Readonly<Record<string, string>> = {
  date: "such as 2026-01-31",
  time: "such as 09:30",
  "datetime-local": "such as 2026-01-31T09:30",
  month: "such as 2026-01",
  week: "such as 2026-W05",
  color: "such as #ff8800",
  range: "a number between its limits, in its steps",
};

/** Whether a field of the type is typed into, instead of set to a value of one form. */
export function takesKeys(type: string): boolean {
  return formOf[type] === undefined;
}

/** The text as a field of the type writes it: a date or a time without blanks around it, and with a T between the two. */
export function inForm(text: string, type: string): string {
  if (!formOf[type]) return text;
  const moment = /^(\d{4,}-\d\d-\d\d)[T ](\d\d:\d\d.*?)(?::00)?(?:\.0+)?$/;
  return text.trim().replace(moment, type === "datetime-local" ? "$1T$2" : "$&");
}

/** What is wrong with a text that a field which takes one form alone has not kept; undefined of any other field. */
export function formProblem({ type, text }: { type: string; text: string }, given: string): string | undefined {
  if (!formOf[type] || text.toLowerCase() === given.toLowerCase()) return undefined;
  return `is a ${type} field, and the value is not in its form, ${formOf[type]}`;
}

/**
 * Whether keys would make something else of the text: the keys of a date go into its parts in the order in which the page shows
 * them, and a colour or a slider takes none.
 */
export function isNotForKeys(text: string, type: string): boolean {
  if (type === "color" || type === "range") return text !== "";
  return formOf[type] !== undefined && /^\s*(?:\d{4,}-|\d\d:\d\d(?::|\s*$))/.test(text);
}

/**
 * Whether a field has kept all of a text. Fields may add to a text, break it into groups, and change its letter case
 * and punctuation: `(415) 555-0132` is 4155550132.
 */
export function hasKept(kept: string, given: string): boolean {
  return kept === given || (comparable(kept).includes(comparable(given)) && hasKeptNumber(kept, given));
}

/** Whether what is shown of a long text in an editor, which draws only the lines in view, is its end. */
export function showsEnd({ type, text }: { type: string; text: string }, given: string): boolean {
  const leastLines = 10;
  return type === "editable" && text.split("\n").length >= leastLines && comparable(given).endsWith(comparable(text));
}

/**
 * Whether a number's sign and decimal separator are still there, and no other one is: 12.50 is not 1250, nor the other way
 * round. Three digits after a separator may be thousands, which fields write in other ways.
 */
function hasKeptNumber(kept: string, given: string): boolean {
  // More digits are a text, for which the pattern below would take long, or be too large.
  const [, sign = "", whole = "", part = ""] = /^([-\u2212]?)(\d{0,40})(?:[.,](\d{1,40}))?$/.exec(given.trim()) ?? [];
  const spread = (digits: string) => digits.split("").join("\\D*");
  const separated =
    part.length === 0 || part.length === 3 ? spread(whole + part) : `${spread(whole)}\\D+${spread(part)}`;
  // In an amount, a whole number is kept before what the field may have added as cents; 01.23.45 is none.
  const amount = /^(\D*(?:\d{1,3}(?:[.,' \u00a0]\d{3})+|\d+))[.,]\d{1,2}\D*$/.exec(kept)?.[1];
  const shown = whole !== "" && part === "" ? (amount ?? kept) : kept;
  // An amount that follows other digits is another amount: they were there before.
  const begin = part === "" ? "" : "(?<!\\d)0*";
  return new RegExp((sign && "[-\u2212(]\\D*") + begin + separated).test(shown);
}

/** The rest that a field which kept only the beginning of a text left out; undefined if it kept something else. */
export function restOf(kept: string, given: string): string | undefined {
  return kept !== "" && given.startsWith(kept) ? given.slice(kept.length) : undefined;
}

/** Whether a field kept only the last character, as one does whose page lets each new character replace the one before. */
export function isLastOf(kept: string, given: string): boolean {
  return kept.length === 1 && given.length > 1 && given.endsWith(kept);
}

/** A text without what fields add to it and change in it, with its letters and digits written in one way. */
export function comparable(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\s\p{Pd}\p{Pi}\p{Pf}\p{Bidi_Control}().,/:'"_\u200b]/gu, "")
    .toLowerCase();
}
