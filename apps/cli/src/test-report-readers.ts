import { type Mode, modeRecords } from "@gatepost/contract/modes";
import { expect } from "vitest";

export function readCsv(csv: string, mode: Mode) {
  const rows = csv.split("\r\n").map((line) => line.split(","));
  expect(rows.pop()).toEqual([""]);
  const [header = [], ...body] = rows;
  const last = body.pop() ?? [];
  expect(last[0]).toBe(modeRecords[mode].distinct ? "distinct" : "total");
  const read = (text: string) => (modeRecords[mode].money ? centsOf(text) : Number(text));
  return {
    days: body.map(([day]) => day),
    values: Object.fromEntries(
      header
        .slice(1)
        .map((name, column) => [name.replace(" (USD)", ""), body.map((row) => read(row[column + 1] ?? ""))]),
    ),
    totals: last.slice(1).map(read),
  };
}

export function readTable(text: string, mode: Mode) {
  const read = (shown: string) => {
    const plain = shown.replace(/[$,]/g, "");
    return modeRecords[mode].money ? centsOf(plain) : Number(plain);
  };
  const lines = text.split("\n");
  const rows = lines.flatMap((line) => {
    const [, good = "", errors = "0"] =
      /^\d{1,2} [A-Z][a-z]{2} +([$\d,.]+)(?: +([\d,]+))?(?: +[█░]*)?$/.exec(line) ?? [];
    return good ? { good: read(good), errors: Number(errors.replaceAll(",", "")) } : [];
  });
  const totals = lines.flatMap((line) => {
    const [, good = "", errors = "0"] = /^(?:total|distinct) +([$\d,.]+)(?: +([\d,]+))?$/.exec(line) ?? [];
    return good ? { good: read(good), errors: Number(errors.replaceAll(",", "")) } : [];
  });
  const codes = lines.flatMap((line) => {
    const [, code = "", count = ""] = /^(ERROR_\w+) +([\d,]+) +\d+ % /.exec(line) ?? [];
    return code ? [[code, Number(count.replaceAll(",", ""))]] : [];
  });
  return {
    good: rows.map(({ good }) => good),
    errors: rows.map(({ errors }) => errors),
    total: totals[0]?.good,
    errorTotal: totals[0]?.errors,
    byCode: Object.fromEntries(codes),
  };
}

/** Digits alone, since a float would round what is to be compared. */
function centsOf(dollars: string): number {
  expect(dollars).toMatch(/^\d+\.\d\d$/);
  return Number(dollars.replace(".", ""));
}

export const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
