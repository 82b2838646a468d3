/** A number as its decimal digits, where a float would not have them all. */
export interface Decimal {
  decimal: string;
}

type Cell = string | number | Decimal;

/**
 * Comma-separated values according to RFC 4180: CRLF, quotes where needed and doubled within. Text that a spreadsheet
 * would run as a formula gets an apostrophe in front; numbers are unchanged.
 */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** What spreadsheets take for the start of a formula, also after white space and in full-width forms. */
const formula = /^[\s\0]*[=+\-@|%＝＋－＠]|^[\t\r\n]/;

function cell(value: Cell): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "object") return value.decimal;
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Rows as spreadsheets take them when they are pasted: cells of one line, separated by tabs. Text that would be run as a formula gets
 * an apostrophe in front here too, but not a dash or a number below zero.
 */
export function tabSeparated(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(pasted).join("\t")).join("\n");
}

function pasted(value: string): string {
  const line = value.replace(/\s+/g, " ");
  // Spreadsheets drop quotes around a cell.
  const isFormula = formula.test(line.replace(/^[" ]+/, "")) && !/^-(?:\d[\d., ]*)?$/.test(line);
  return isFormula ? `'${line}` : line;
}
