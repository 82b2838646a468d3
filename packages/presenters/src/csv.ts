/**
 * Comma-separated values according to RFC 4180: CRLF, quotes where needed and doubled within. Text that a spreadsheet
 * would run as a formula gets an apostrophe in front; numbers are unchanged.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** What spreadsheets take for the start of a formula, also after white space and in full-width forms. */
const formula = /^[\s\0]*[=+\-@|%＝＋－＠]|^[\t\r\n]/;

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
