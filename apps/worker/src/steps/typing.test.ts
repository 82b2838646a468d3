import type { WrittenStep } from "@gatepost/contract/steps";
import { afterAll, describe, expect, test } from "vitest";
import { startSite } from "../../../cli/src/demo-site/server.ts";
import { fill as fillIn, openPage, openPages, readText as read } from "../testing/test-pages.ts";

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

const demo = await startSite();
afterAll(() => demo.close());
const {
  site: own,
  open: openOwn,
  textAfter,
  textsAfter,
} = await openPages(
  {
    "/sends": `<input id="a" oninput="location = '/sent'">`,
    "/sent": `<p id="text">sent</p>`,
    "/replaced": `<div id="d"></div><script>
      const draw = (n) => { d.innerHTML = '<input id="a" oninput="text.textContent = value"><p id="text"></p>'; if (n) setTimeout(draw, 5, n - 1) };
      draw(40)</script>`,
    "/last-later": boxes("", "box.value = box.value.slice(-1); setTimeout(next, 200)"),
    "/one-used": boxes('maxlength="1" value="8"', "next()"),
    "/one-later": boxes('maxlength="1"', "setTimeout(next, 200)"),
    "/redrawn": `<div id="code"></div><p id="text"></p><script>
      const kept = Array(6).fill("");
      function draw() {
        code.replaceChildren(...kept.map((value, n) => {
          const box = Object.assign(document.createElement("input"), { className: "box", maxLength: 1, value });
          box.oninput = () => {
            kept[n] = box.value;
            text.textContent = kept.map((one) => one || "-").join("");
            setTimeout(() => { draw(); code.children[n + 1]?.focus() }, 100);
          };
          return box;
        }));
      }
      draw()</script>`,
    "/disabled": boxes('maxlength="1"', "box.disabled = true; setTimeout(next, 200)"),
    "/caret": `<input id="a" value="old" onfocus="setSelectionRange(3, 3)">`,
    "/caret-later": `<input id="a" value="old" onfocus="setTimeout(() => setSelectionRange(3, 3))">`,
    "/swapped": `<p id="p"><input id="a" onfocus="p.innerHTML = '<input id=a type=date>'; p.firstChild.focus()"></p>`,
    "/unit": `<input id="a" value="5.00 EUR" onfocus="value = '5'">`,
    "/plain": `<input id="a"><p>text</p><svg width="9" height="9"></svg><label>label</label>
      <div id="passes" tabindex="0" onfocus="a.focus()">1</div><div id="around"><input id="b" autofocus></div>`,
    "/lines": `<textarea id="a"></textarea>`,
    "/later": `<input id="a"><input id="b" disabled><fieldset disabled><input id="c"></fieldset><script>
      setTimeout(() => { b.disabled = false }, 700)</script>`,
    "/when": `<input id="when" type="datetime-local">
      <label for="day">Day</label><input id="day" type="date"><input id="time" type="time"><input id="colour" type="color">
      <input id="amount" oninput="value = value.replace(/[^0-9]/g, '')">`,
    "/released": `<input id="a" onkeyup="text.textContent = value"><p id="text"></p>`,
    "/one-released": boxes(`maxlength="1" onkeyup="if (value) nextElementSibling.focus?.()"`, ""),
    "/short": '<input id="a" maxlength="3" oninput="text.textContent = value"><p id="text"></p>',
    "/rich": '<div id="a" contenteditable>before</div>',
    "/rich-short": '<div id="a" contenteditable oninput="textContent = textContent.slice(0, 4)"></div>',
    "/rich-late": `<div id="a" contenteditable></div><script>
      a.oninput = () => { const text = a.textContent; a.textContent = ""; setTimeout(() => { a.textContent = text }, 200) }</script>`,
    "/lines-in-view": `<div id="a" contenteditable></div><p id="text"></p><script>
      a.oninput = () => {
        const lines = a.innerText.split(/\\n+/);
        a.innerHTML = lines.slice(-20).map((line) => "<div>" + line + "</div>").join("");
        text.textContent = Math.max(parseInt(text.textContent) || 0, lines.length) + " lines";
      }</script>`,
    "/not-fields": `<div role="group" aria-label="Amount"><button aria-label="Less Amount">-</button>
      <input aria-label="Amount" id="a"><input aria-hidden="true"></div><form id="two"><input><input></form>
      <my-field></my-field><script>
      customElements.define("my-field", class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: "open" }).innerHTML = "<input id=in><p><label>News<input type=checkbox id=box></label>";
        }
      })</script>`,
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
  test("fills in a text that was read and is longer than a variable may be", async () => {
    const long = "word ".repeat(20_000).trim();
    const steps = [openOwn("/lines"), fillBy("#a", "long"), read("#a")];
    expect(await textAfter(steps, { values: { long } })).toBe(long);
  });

  test("accepts a field that groups what it gets", async () => {
    const steps = [open("/formats"), fill("#card", "4111111111111111"), read("#card")];
    expect(await textAfter(steps)).toBe("4111 1111 1111 1111");
  });

  test.each(["/caret", "/caret-later", "/unit"])(
    "replaces what a field holds whose page changes it, or moves the caret: %s",
    async (path) => {
      expect(await textAfter([openOwn(path), fill("#a", "new"), read("#a")])).toBe("new");
    },
  );

  test("fills the field that its page puts in the place of one that gets the focus", async () => {
    expect(await textAfter([openOwn("/swapped"), fill("#a", "2026-01-31"), read("#a")])).toBe("2026-01-31");
  });

  test("fills the field that is meant by a label that its group has too, by a web component, or by what is around it alone", async () => {
    const filled = (selector: string, at: string) => textAfter([openOwn("/not-fields"), fill(selector, "x"), read(at)]);
    expect(await filled("label=Amount", "#a")).toBe("x");
    expect(await filled("my-field", "#in")).toBe("x");
    await expect(filled("#two", "#a")).rejects.toThrow(
      "not a field that takes text; if a click makes it one, CLICK it",
    );
  });

  test("fills a field that its page looks at when a key is released", async () => {
    expect(await textAfter([openOwn("/released"), fill("#a", "12"), read("#text")])).toBe("12");
  });

  test("accepts a field that sends its form, and one that the page replaces meanwhile", async () => {
    expect(await textAfter([openOwn("/sends"), fill("#a", "x"), read("#text")])).toBe("sent");
    await textAfter([openOwn("/replaced"), fill("#a", "x")]);
  });

  test("takes dates as other programs write them, and a number without its separator as another one", async () => {
    const steps = [openOwn("/when"), fill("#when", "2024-12-31 10:00:00"), read("#when"), fill("#amount", "1250")];
    expect(await textAfter(steps)).toBe("2024-12-31T10:00");
    await expect(textAfter([openOwn("/when"), fill("#amount", "12.50")])).rejects.toThrow('kept "1250" of "12.50"');
  });

  test.concurrent.each<[string, WrittenStep]>([
    ['"#short" kept "1234" of "123456"; its maxlength is 4', fill("#short", "123456")],
    ['"#digits" kept 3 of 6 characters', fillBy("#digits", "code")],
    ['"#pin" kept 4 of 6 characters; its maxlength is 4', fill("#pin", "canary")],
  ])("says what a field kept, and of a variable's value or a password only how much: %s", async (message, step) => {
    const play = { values: { code: "K7Q4Z9", pin: "canary" }, late: ["code"] };
    await expect(textAfter([open("/formats"), step], play)).rejects.toMatchObject({ message });
  });
});

describe("FILL_INPUT in boxes for each digit, and in editable elements", () => {
  test.each(["/last-later", "/one-later", "/one-used", "/one-released", "/redrawn"])(
    "fills the boxes of %s exactly as the code was sent",
    async (path) => {
      expect(await textAfter([openOwn(path), fill(".box", "110012"), read("#text")])).toBe("110012");
    },
  );

  test("an element holds what it was given, several lines and a moment later too, or the step fails", async () => {
    const rich = (path: string, text: string) => textAfter([openOwn(path), fill("#a", text), read("#a")]);
    expect(await rich("/rich", "Dear Ada,\nhello")).toBe("Dear Ada,\nhello");
    expect(await rich("/rich-late", "Dear Ada")).toBe("Dear Ada");
    await expect(rich("/rich-short", "Dear Ada")).rejects.toThrow('"#a" kept "Dear" of "Dear Ada"');
  });

  test("an editor that draws only the lines in view has kept a long text whose end it shows", async () => {
    const long = Array.from({ length: 99 }, (_, n) => `line ${n}`).join("\n");
    expect(await textAfter([openOwn("/lines-in-view"), fill("#a", long), read("#text")])).toBe("99 lines");
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

  test.each(["/one-later", "/disabled", "/redrawn"])(
    "loses no key in the boxes of %s, however late they move the focus",
    async (path) => {
      expect(await textAfter([openOwn(path), type("349001", ".box"), read("#text")])).toBe("349001");
    },
  );

  test("waits until the field takes keys, which would go into another one", async () => {
    const steps = [openOwn("/later"), fill("#a", "first"), type("code", "#b"), read("#a", "a"), read("#b", "b")];
    expect(await textsAfter(steps)).toEqual({ a: "first", b: "code" });
    const never = textAfter([
      openOwn("/later"),
      fill("#a", "first"),
      { ...type("code", "#c"), timeout: 2 } as WrittenStep,
    ]);
    await expect(never).rejects.toThrow('looked for "#c"; the field was there, but disabled');
  });

  test.each(["svg", "label"])("fails at a %s that takes no focus: keys would go elsewhere", async (tag) => {
    const typing = [openOwn("/plain"), fill("#a", "first"), { ...type("code", tag), timeout: 1 } as WrittenStep];
    await expect(textAfter(typing)).rejects.toThrow(`"${tag}"; the field was there, but it does not take the focus`);
  });

  test("types into the field of a web component", async () => {
    expect(await textAfter([openOwn("/not-fields"), type("code", "my-field"), read("#in")])).toBe("code");
  });

  test("types where an element passes the focus on, again too, and into what has it within an element", async () => {
    const passed = [type("co", "#passes"), type("de", "#passes"), read("#a")];
    expect(await textAfter([openOwn("/plain"), ...passed])).toBe("code");
    expect(await textAfter([openOwn("/plain"), type("code", "#around"), read("#b")])).toBe("code");
  });

  test("presses Enter once for each line of a text, however its lines end", async () => {
    expect(await textAfter([openOwn("/lines"), type("a\r\nb\rc\nd", "#a"), read("#a")])).toBe("a\nb\nc\nd");
  });

  test("leaves in a date, a time and a color what a text means there, also by the label of one", async () => {
    const cases = [
      ["#day", "05062024", "2024-05-06"],
      ["#time", "0230PM", "14:30"],
      ["#colour", "#ff8800", "#ff8800"],
    ] as const;
    const steps = cases.flatMap(([selector, text], n) => [type(text, selector), read(selector, `${n}`)]);
    const byLabel = [type("2024-05-07", "[for=day]"), read("#day", "by label")];
    const atFocus = [type("", "#when"), type("2024-05-06 14:30"), read("#when", "at the focus")];
    expect(Object.values(await textsAfter([openOwn("/when"), ...steps, ...byLabel, ...atFocus]))).toEqual([
      ...cases.map(([, , kept]) => kept),
      "2024-05-07",
      "2024-05-06T14:30",
    ]);
    const typing = textAfter([openOwn("/when"), type("orange", "#colour")]);
    await expect(typing).rejects.toThrow('"#colour" is a color field, and the value is not in its form, such as');
  });

  test("types on into a field that is full, as a person would", async () => {
    expect(await textAfter([openOwn("/short"), type("12345", "#a"), read("#text")])).toBe("123");
  });
});

test("READ_TEXT keeps an attribute, an address as an absolute one, and fails where there is none", async () => {
  const readAttribute = (attribute: string): WrittenStep[] => [
    openOwn("/links"),
    { type: "READ_TEXT", selector: "#a", as: attribute, attribute },
  ];
  expect(await textsAfter([...readAttribute("data-id"), ...readAttribute("href")])).toEqual({
    "data-id": "7",
    href: own.url("/next?page=2"),
  });
  await expect(textAfter(readAttribute("title"))).rejects.toThrow('"#a" has no attribute title');
});
