/**
 * Lines of comma-separated values as RFC 4180 has them: CRLF, quotes where they are needed and doubled within. A text that
 * a spreadsheet would run as a formula is led by an apostrophe; numbers go as they are.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** What spreadsheets take for a formula's start, behind white space and its full-width forms too. */
const formula = /^[\s\0]*[=+\-@|%＝＋－＠]|^[\t\r\n]/;

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
