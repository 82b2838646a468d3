import { emptySolution } from "@gatepost/domain/platform/testing";
import { expect, test } from "vitest";
import { resultFile } from "./result-download.ts";

const file = (name: string) => ({ name, type: "text/html", size: 3, base64: Buffer.from("<p>").toString("base64") });
const solution = {
  ...emptySolution,
  files: { page: file("../evil/..\\page.html"), dots: file("..") },
  texts: { total: "$3" },
  data: { orders: [{ id: "1" }] },
  HTMLsInBase64: [Buffer.from("<table>").toString("base64")],
};
const saved = (kind: string, name: string) => {
  const found = resultFile(solution, kind, name);
  return found && [found.name, Buffer.from(found.bytes).toString()];
};

test("each part of a result is a file, whose name has no folder", () => {
  expect(saved("file", "page")).toEqual(["__evil_.._page.html", "<p>"]);
  expect(saved("file", "dots")).toEqual(["_", "<p>"]);
  expect(saved("text", "total")).toEqual(["total.txt", "$3"]);
  expect(saved("html", "1")).toEqual(["snapshot-1.html", "<table>"]);
  expect(saved("data", "orders")).toEqual(["orders.json", '[\n  {\n    "id": "1"\n  }\n]']);
});

test.each([
  ["file", "total"],
  ["text", "page"],
  ["data", "constructor"],
  ["file", "__proto__"],
  ["texts", "total"],
  ["html", "0"],
  ["html", "01"],
  ["html", "2"],
])("there is no %s %s", (kind, name) => {
  expect(resultFile(solution, kind, name)).toBeUndefined();
});
