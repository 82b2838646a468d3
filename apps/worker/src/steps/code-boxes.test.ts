import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { fill as fillIn, openPages, readText } from "../testing/test-pages.ts";

/** A code with a field for each digit. `react`: what a box does with an input; `next` focuses the box after it. */
const boxes = (attributes: string, react: string) => `${`<input class="box" ${attributes}>`.repeat(6)}<p id="text"></p>
  <script>
    const boxes = [...document.querySelectorAll(".box")];
    boxes.forEach((box, n) => { box.oninput = () => {
      const next = () => boxes[n + 1]?.focus();
      ${react};
      text.textContent = boxes.map(({ value }) => value || "-").join("");
    } });
  </script>`;

const pages = await openPages({
  "/last": boxes("", "box.value = box.value.slice(-1); next()"),
  "/last-later": boxes("", "box.value = box.value.slice(-1); setTimeout(next, 200)"),
  "/last-used": boxes('value="8"', "box.value = box.value.slice(-1); next()"),
  "/one-later": boxes('maxlength="1"', "setTimeout(next, 200)"),
  "/disabled": boxes('maxlength="1"', "box.disabled = true; setTimeout(next, 200)"),
  "/short": '<input id="a" maxlength="3" oninput="text.textContent = value"><p id="text"></p>',
});

const textAfter = (path: string, step: WrittenStep) => pages.textAfter([pages.open(path), step, readText("#text")]);
const fill = (value: string) => fillIn(".box", value);
const type = (value: string, selector: string): WrittenStep => ({ type: "TYPE_TEXT", selector, value });

test.each(["/last", "/last-later", "/last-used", "/one-later"])(
  "FILL_INPUT fills the boxes of %s exactly as the code was sent",
  async (path) => {
    for (const code of ["349001", "349003", "111112"]) expect(await textAfter(path, fill(code))).toBe(code);
  },
);

test.each(["/last", "/one-later", "/disabled"])(
  "TYPE_TEXT loses no key in the boxes of %s, however late they move the focus",
  async (path) => {
    expect(await textAfter(path, type("349001", ".box"))).toBe("349001");
  },
);

test("TYPE_TEXT types on into a field that is full, as a person would", async () => {
  expect(await textAfter("/short", type("12345", "#a"))).toBe("123");
});
