import type { WrittenStep } from "@gatepost/contract/steps";
import { afterAll, describe, expect, test } from "vitest";
import { rightCode } from "../../../cli/src/demo-site/accounts.ts";
import { startSite } from "../../../cli/src/demo-site/server.ts";
import { fill as fillIn, openPage, openPages, readText as read } from "../testing/test-pages.ts";

const demo = await startSite();
afterAll(() => demo.close());
const {
  site: own,
  open: openOwn,
  textAfter,
} = await openPages(
  {
    "/sends": `<input id="a" oninput="location = '/sent'">`,
    "/sent": `<p id="text">sent</p>`,
    "/replaced": `<div id="d"></div><script>
      const draw = (n) => { d.innerHTML = '<input id="a" oninput="text.textContent = value"><p id="text"></p>'; if (n) setTimeout(draw, 5, n - 1) };
      draw(40)</script>`,
    "/slow-boxes": `${'<input class="box" maxlength="1">'.repeat(6)}<p id="text"></p><script>
      const boxes = [...document.querySelectorAll(".box")];
      boxes.forEach((box, n) => { box.oninput = () => {
        setTimeout(() => boxes[n + 1]?.focus(), 300);
        text.textContent = boxes.map(({ value }) => value).join("");
      } })</script>`,
    "/links": `<a id="a" href="next?page=2" data-id="7">Next</a>`,
  },
  { also: new URL(demo.url).host },
);

const open = (path: string): WrittenStep => openPage(`${demo.url}${path}`);
const fill = (selector: string, value: string): WrittenStep =>
  ({ ...fillIn(selector, value), timeout: 5 }) as WrittenStep;
const fillBy = (selector: string, variable: string): WrittenStep => ({
  type: "FILL_INPUT",
  selector,
  value: { variable },
});

describe("FILL_INPUT", () => {
  test("types the rest of a code that has a field for each digit", async () => {
    const steps = [open("/code-boxes"), fillBy(".box", "code"), read("h1")];
    expect(await textAfter(steps, { values: { code: rightCode }, late: ["code"] })).toBe("Welcome, Ada");
  });

  test("waits for a page that takes its time to move the focus to the next digit", async () => {
    expect(await textAfter([openOwn("/slow-boxes"), fill(".box", "349001"), read("#text")])).toBe("349001");
  });

  test("accepts a field that groups what it gets", async () => {
    const steps = [open("/formats"), fill("#card", "4111111111111111"), read("#card")];
    expect(await textAfter(steps)).toBe("4111 1111 1111 1111");
  });

  test("accepts a field that sends its form, and one that the page replaces meanwhile", async () => {
    expect(await textAfter([openOwn("/sends"), fill("#a", "x"), read("#text")])).toBe("sent");
    await textAfter([openOwn("/replaced"), fill("#a", "x")]);
  });

  test("fails with what a field kept, and with its maxlength", async () => {
    await expect(textAfter([open("/formats"), fill("#short", "123456")])).rejects.toThrow(
      '"#short" kept "1234" of "123456"; its maxlength is 4',
    );
    await expect(textAfter([open("/formats"), fill("#digits", "A-17")])).rejects.toThrow(
      '"#digits" kept "17" of "A-17"',
    );
  });

  test("says of a variable's value or a password only how much was kept", async () => {
    const play = { values: { code: "K7Q4Z9", pin: "canary" }, late: ["code"] };
    await expect(textAfter([open("/formats"), fillBy("#short", "code")], play)).rejects.toThrow(
      /^"#short" kept 4 of 6 characters; its maxlength is 4$/,
    );
    await expect(textAfter([open("/formats"), fillBy("#digits", "code")], play)).rejects.toThrow(
      /^"#digits" kept 3 of 6 characters$/,
    );
    await expect(textAfter([open("/formats"), fill("#pin", "canary")])).rejects.toThrow(
      /^"#pin" kept 4 of 6 characters; its maxlength is 4$/,
    );
  });
});

describe("TYPE_TEXT", () => {
  const type = (value: string, selector?: string): WrittenStep => ({
    type: "TYPE_TEXT",
    value,
    ...(selector && { selector }),
  });

  test("types key by key into an element, and where the focus is", async () => {
    expect(await textAfter([open("/search"), type("car", "#search"), type("d l"), read("#found")])).toBe(
      "Card limits (6 keys)",
    );
  });
});

describe("READ_TEXT with an attribute", () => {
  const readAttribute = (attribute: string): WrittenStep => ({
    type: "READ_TEXT",
    selector: "#a",
    as: "text",
    attribute,
  });

  test("keeps it, an address as an absolute one", async () => {
    expect(await textAfter([openOwn("/links"), readAttribute("data-id")])).toBe("7");
    expect(await textAfter([openOwn("/links"), readAttribute("href")])).toBe(own.url("/next?page=2"));
  });

  test("fails where there is none", async () => {
    await expect(textAfter([openOwn("/links"), readAttribute("title")])).rejects.toThrow('"#a" has no attribute title');
  });
});
