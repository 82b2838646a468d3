import { Socket } from "node:net";
import type { WrittenStep } from "@gatepost/contract/steps";
import { processorMs } from "@gatepost/domain/platform/test-size";
import { readSelector, type SelectorKind } from "@gatepost/domain/templates/selector";
import { describe, expect, test, vi } from "vitest";
import { codeLater, openWorkerPages, wait } from "../testing/test-pages.ts";
import { soughtBy } from "./nearest.ts";

test.each<[type: WrittenStep["type"], selector: string, sought: object]>([
  ["CLICK", "#loginButton", { kind: "control", exact: "loginbutton", words: ["login", "button"] }],
  ["FILL_INPUT", "form input[name='user_name']", { kind: "field", tag: "input", words: ["user", "name"] }],
  ["CLICK", 'button:has-text("Sign in")', { tag: "button", exact: "sign in", words: ["sign", "in"] }],
  ["CLICK", 'role=button[name="Send it"]', { role: "button", exact: "send it", words: ["send", "it"] }],
  ["READ_TEXT", "table.balances td:nth-child(2)", { kind: "any", tag: "td", words: ["balances"] }],
  ["READ_TEXT", "xpath=//div[@id='total']/b", { tag: "b", words: ["total"] }],
])("%s %s is compared by its words", (type, selector, sought) => {
  expect(soughtBy(type, readSelector(selector) as SelectorKind)).toMatchObject(sought);
});

test("S16: a long selector is compared by its end", () => {
  const sought = () => soughtBy("CLICK", { css: `${"a".repeat(60_000)} #send-it` });
  expect(sought()).toMatchObject({ words: ["send", "it"] });
  // A worker that does nothing else for 15 s loses all of its tasks.
  expect(processorMs(sought)).toBeLessThan(500);
});

const { site, environment, customer } = await openWorkerPages({
  "/": `<title>Sign in</title><form><label>Email <input id="email" name="mail" value="typed@example.com"></label>
    <label for="pw">Password</label><input id="pw" type="password" value="hunter2-hunter2">
    <textarea name="note" aria-label="Note">a private note</textarea>
    <button class="go" type="button"><span>Log in</span></button><a href="/?token=abc">Forgot the login?</a>
    <label><input id="news" type="checkbox" style="opacity:0;width:0;height:0"><i>Newsletter</i></label>
    <input id="terms" type="checkbox" hidden><label for="terms">I accept</label><div role="switch" id="push">Push</div>
    <input id="cv" type="file" hidden>
    <p id="who">Signed in as Ada-Lovelace-1815</p><b id="Ada-Lovelace-1815">who</b></form><iframe src="/inner"></iframe>`,
  "/inner": "<button id=inner-login>Login of the frame</button>",
  "/many": `<script>for (let n = 0; n < 50; n++) document.write("<iframe srcdoc='" + "<button>Log in</button>".repeat(8) + "'></iframe>")</script>`,
  "/covered": `<button id="buy">Buy</button><div class="layer"><div role="dialog" style="position:fixed;inset:0;background:white">
    <h2>Cookies</h2><p>We use them, Ada-Lovelace-1815.</p><input value="secret in a field"><button id="accept">Accept</button>
    <button class="deny">Deny</button></div></div>`,
});

environment.startWorker();

describe("a step that does not reach its element", () => {
  async function failureOf(path: string, step: WrittenStep) {
    const variables = { who: "Ada-Lovelace-1815" };
    const use: WrittenStep = { type: "IF_VALUE", name: "who", equals: "", then: [{ type: "TAKE_SCREENSHOT" }] };
    const timeout = { permanent: 1 };
    const id = await customer.create(site.url(path), [use, { ...step, timeout } as WrittenStep], { variables });
    const end = await customer.end(id);
    if (end.status !== "failed") throw new Error("The task did not fail.");
    for (const hidden of ["typed@", "hunter2", "private note", "secret in a field", "Lovelace-1815", "abc"])
      expect(JSON.stringify({ ...end, failure: { ...end.failure, screenshot: "" } })).not.toContain(hidden);
    return end.failure;
  }

  test("is told what comes nearest, each with a selector that matches it alone", async () => {
    const click = await failureOf("/", { type: "CLICK", selector: "#login-button" });
    expect(click?.candidates.length).toBeLessThanOrEqual(5);
    expect(click?.candidates).toContainEqual({
      selector: expect.stringMatching(/button|go/),
      text: "Log in",
      why: expect.any(String),
    });
    expect(click?.candidates[0]).toMatchObject({ selector: "#inner-login", text: "Login of the frame" });
    const named = await failureOf("/", { type: "CLICK", selector: 'role=button[name="Log In"]' });
    expect(named?.candidates[0]).toMatchObject({ text: "Log in", why: "same text, same role" });
  });

  test("of fields, their labels and never what they hold", async () => {
    const fill = await failureOf("/", { type: "FILL_INPUT", selector: "#e-mail", value: "x" });
    expect(fill?.candidates[0]).toEqual({ selector: "#email", text: "Email", why: "similar name" });
    expect(fill?.candidates.map(({ text }) => text)).toEqual(expect.arrayContaining(["Password", "Note"]));
  });

  test("of boxes and file fields, also those that a page hides behind what it draws", async () => {
    const found = async (step: WrittenStep) => (await failureOf("/", step))?.candidates.map(({ selector }) => selector);
    expect(await found({ type: "SET_CHECKBOX", selector: "label=Newsletters", checked: true })).toEqual(
      expect.arrayContaining(["#news", "#terms", "#push"]),
    );
    expect(await found({ type: "CLICK", selector: "#newsbox" })).not.toContain("#news");
    expect(await found({ type: "UPLOAD_FILE", selector: "#file", name: "a", content: "" })).toEqual(["#cv"]);
  });

  test("of texts, without values of variables and selectors that hold one", async () => {
    const read = await failureOf("/", { type: "READ_TEXT", selector: "#whose", as: "a" });
    expect(read?.candidates[0]).toEqual({ selector: "#who", text: "Signed in as …", why: "similar id" });
  });

  test("is told what covered it, with its text and its buttons", async () => {
    const click = await failureOf("/covered", { type: "CLICK", selector: "#buy" });
    expect(click?.coveredBy).toEqual({
      selector: ".layer",
      text: "Cookies We use them, …. Accept Deny",
      buttons: ["#accept", ".deny"],
    });
    expect(click?.candidates).toEqual([]);
  });
});

test("what came nearest is not looked for any more once the step has failed", async () => {
  const click: WrittenStep = { type: "CLICK", selector: "#log-in", timeout: 1, optional: true };
  const id = await customer.createWaiting(site.url("/many"), [click, wait], codeLater);
  const write = vi.spyOn(Socket.prototype, "write");
  await customer.push(id, "code", "1");
  await customer.end(id);
  const calls = write.mock.calls.filter(([message]) => String(message).includes('"Runtime.callFunctionOn"'));
  write.mockRestore();
  // Of the wait's picture, which looks at each frame.
  expect(calls.length).toBeLessThan(300);
});
