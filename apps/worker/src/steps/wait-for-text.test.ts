import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { openPages, see } from "../testing/test-pages.ts";

const { open, textsAfter } = await openPages({
  "/": `<h1>Welcome,\n <b>Bob</b></h1><h2 style="text-transform:uppercase">please log in</h2><input id="i" value="held">
    <div id="late"></div><script>setTimeout(() => { late.innerHTML = "<a>arrived</a>" }, 400)</script>`,
  "/pieces": `<p id="p">Order <span style="display:none">refused</span>accepted</p>
    <p>Ready <b style="visibility:hidden">soon</b><i hidden>never</i></p><details><summary>More</summary>Closed words</details>
    <button>Save <span hidden>Welcome</span> Welcome</button><input type="submit" value="Send it"><div style="display:contents">In contents</div>
    <my-total>$</my-total><my-sum>Loading</my-sum><script>
    customElements.define("my-total", class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: "open" }).innerHTML = "<p>Total: <slot></slot><my-sum></my-sum><s hidden>void</s></p>" } });
    customElements.define("my-sum", class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: "open" }).innerHTML = "12" } })</script>`,
  "/lines": `<h1>Thank you<br>for your order</h1><table><tr><td>Total</td><td>12.00</td></tr></table><p>Jose\u0301</p>
    <p style="display: flex"><b>O</b><b>K</b></p>`,
  "/empty": `<h1>Loading</h1><script>
    const filled = document.documentElement;
    setTimeout(() => filled.remove(), 100);
    setTimeout(() => { filled.textContent = "Order accepted"; document.append(filled) }, 700);
  </script>`,
  "/marks": '<p id="sum">\u200f1,234.50\u00a0\u200f\u20aa</p>',
  "/sums": '<p class="a" id="sum">$12.00</p><p class="a">$9.00</p>',
});

type Text = Extract<WrittenStep, { type: "WAIT_FOR_TEXT" }>["text"];
const waitFor = (selector: string, text: Text): WrittenStep =>
  ({ type: "WAIT_FOR_TEXT", selector, text, timeout: 2 }) as const;

async function play(path: string, steps: WrittenStep[], values: Record<string, unknown> = {}): Promise<void> {
  await textsAfter([open(path), ...steps], { values });
}

test.concurrent.each<[sentence: string, path: string, steps: WrittenStep[]]>([
  [
    "an element that shows just the text, in any case, broken anyhow, in a field, and when it comes later",
    "/",
    [
      waitFor("h1", " welcome,  BOB"),
      waitFor("h2", "Please log in"),
      waitFor("#i", "held"),
      waitFor("#late", "arrived"),
    ],
  ],
  [
    "no marks that give a text its direction, such as those in amounts of Hebrew pages",
    "/marks",
    [waitFor("#sum", "1,234.50 \u20aa"), see("\u200e1,234.50 \u20aa", 2)],
  ],
  [
    "a text as a person does, whatever is hidden within it",
    "/pieces",
    ["Order  accepted", "READY", "Save Welcome", "Send it", "In contents", "Total: $12", "more"].map((text) =>
      see(text, 2),
    ),
  ],
  [
    "a text over several lines and cells, and letters however they are written",
    "/lines",
    ["Thank you for your order", "total 12.00", "José", "OK"].map((text) => see(text, 2)),
  ],
  [
    "what comes into a document that is empty, as one is of which nothing has arrived yet",
    "/empty",
    [see("Order accepted", 5)],
  ],
])("sees %s", (_, path, steps) => play(path, steps));

const hidden = ["refused", "order refused", "soon", "ready soon", "never", "closed words", "void", "loading"];

test.concurrent("no step that looks for a text sees what is hidden", async () => {
  const gone = hidden.map((text): WrittenStep => ({ type: "WAIT_FOR_TEXT_GONE", text, timeout: 0.5 }));
  await play("/pieces", gone);
  await expect(play("/pieces", [see("order refused", 0.5)])).rejects.toThrow("did not show the text");
});

test.concurrent("says what an element shows that is not just the text, and without a value of a variable", async () => {
  const other = play("/sums", [waitFor(".a", "$9.00")]);
  await expect(other).rejects.toMatchObject({ message: '".a" did not show just "$9.00"; it showed "$12.00"' });
  const playing = play("/", [waitFor("h1", { variable: "t" })], { t: "canary", other: "welcome," });
  await expect(playing).rejects.toThrow('"h1" did not show just what the variable t holds; it showed "… Bob"');
});

test.concurrent.each<WrittenStep>([
  { type: "WAIT_FOR_TEXT", text: { variable: "t" } },
  { type: "WAIT_FOR_TEXT_GONE", text: { variable: "t" } },
  { type: "ASK_AGAIN_IF_TEXT", text: { variable: "t" }, name: "code" },
])("$type looks for no blank text", async (step) => {
  const message = "what the variable t holds is blank, and every page shows that";
  await expect(play("/", [step], { t: " \u200b" })).rejects.toThrow(message);
});
