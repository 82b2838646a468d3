import type { WrittenStep } from "@gatepost/contract/steps";
import { isLong, size } from "@gatepost/domain/platform/test-size";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import type { CDPSession, Page } from "playwright";
import { expect, test, vi } from "vitest";
import { Screencast } from "../live/screencast.ts";
import { inSessionAt, playSteps, secretsOf, testEngine } from "../testing/test-browser.ts";
import { greenPoints } from "../testing/test-green.ts";
import { click, fillFrom, openPages, pause, picture, see, snapshot } from "../testing/test-pages.ts";
import { takePicture } from "./picture.ts";

const code = "K7Q-4Z9";

const boxes = [...code]
  .map((letter, n) => `<label style="color: #000 !important">${n}<input size="1" value="${letter}"></label>`)
  .join("");
const letters = [...code].map((letter, n) => `<text x="${n * 30}" y="30" fill="#0f0">${letter}</text>`).join("");

/** Each shows the code in green, so that a green point in a picture is a place that is not covered. */
const places = [
  "<p>k7q-4z9</p>",
  `<p>${[...code].map((letter) => `<span> ${letter}</span>`).join("\n")}</p>`,
  `<p>${[...code].join("&shy;")} ${[...code].join("\u2060")}</p>`,
  `<input value="${code}">`,
  `<textarea readonly>${code}</textarea>`,
  `<input placeholder="${code}">`,
  '<iframe src="/cased" height="60"></iframe>',
  `<p id="host"></p><script>host.attachShadow({mode: "open"}).innerHTML = "<b>${code}</b>"</script>`,
  `<svg width="300" height="40"><text y="30" fill="#0f0">${code}</text></svg>`,
  `<svg width="300" height="40">${letters}</svg>`,
  `<img src="/none" alt="${code}"><input type="image" src="/none" alt="${code}">`,
  `<select><option>${code}</select>`,
  `<select size="3"><optgroup label="${code}"><option label="${code}"></optgroup></select>`,
  `<input type="button" value="${code}"><button>${code}</button>`,
  `<div contenteditable>${code}</div>`,
  boxes,
];
const style =
  "<style>* { color: #0f0 !important; font: 24px monospace; border: 0; outline: 0 } *::placeholder { color: #0f0 }</style>";
const pages: Record<string, string> = {
  "/places": `<style>body { columns: 3 } p { margin: 0 }</style>${places.map((place) => `<div>${place}</div>`).join("")}`,
  "/cased": "<p>k7q-4z9</p>",
  "/field": `<input value="${code}">`,
  "/password": '<input type="password" value="hunter22">',
  "/late": `<p id="p"></p><script>requestAnimationFrame(() => { p.textContent = "${code}" })</script>`,
  "/selected": `<style>p::selection { color: #0f0 !important; background: #fff }</style><p>${code}</p>
    <script>getSelection().selectAllChildren(document.body)</script>`,
  "/highlighted": `<style>::highlight(own) { color: #0f0 !important }</style><p id="p">${code}</p><script>
    const range = document.createRange();
    range.selectNodeContents(p);
    CSS.highlights.set("own", Object.assign(new Highlight(range), { priority: 1000 }));</script>`,
  "/moving": `<style>@keyframes go { to { translate: 600px 300px } } input { animation: go 0.5s linear infinite }</style>
    <input value="${code}">`,
};
const typed = `${style}<input id="code" oninput="echo.textContent = value"><p id="echo"></p>
  <script>if (location.search) code.maxLength = location.search.slice(1)</script>`;
const toggled = `${style}<input id="p" type="password"><button onclick="p.type = 'text'">show</button>`;
const strictly = (_: unknown, response: import("node:http").ServerResponse) => {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; require-trusted-types-for 'script'";
  response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy });
  response.end(style + pages["/cased"]);
};
const long = `${style}<p style="height: 2000px"></p><input value="${code}"><p style="height: 2000px"></p>
  <script>scrollTo(0, 1500)</script>`;
// The picture's own style in the frame is the moment at which it goes.
const leaving = `${style}<iframe srcdoc="<p>frame</p><script>
  new MutationObserver(() => frameElement.remove()).observe(document, { childList: true, subtree: true })</script>"></iframe>
  ${pages["/cased"]}`;
// Three times in a row another document takes the page's place as soon as it is about to be shown.
const replaced = `${style}<p>${code}</p><script>
  const next = Number(location.search.slice(1)) + 1;
  const go = () => location.replace(next < 4 ? "/replaced?" + next : "/field");
  new MutationObserver(go).observe(document, { childList: true, subtree: true })</script>`;
const comesAndGoes = `${style}<style>@keyframes go { to { translate: 600px } } i { display: block; width: 9px; height: 9px;
  background: #000; animation: go 1s linear infinite }</style><i></i><p id="p"></p><script>
  setInterval(() => p.replaceChildren(p.textContent ? "" : "${code}"), 40)</script>`;
const text = `${style}<p>Your code ${code} was accepted</p>`;
/** Values of each alphabet, and as JSON or an address writes them. */
const words = [
  ['K7Q"\n4Z9', 'K7Q\\"\\n4Z9'],
  ["K7Q/4Z9é", "K7Q%2F4Z9%C3%A9"],
  ["ΚΩΔΙΚΟΣ", "ΚΩΔΙΚΟΣ κωδικος"],
  ["İSTANBUL", "İSTANBUL"],
] as const;
const { site, browser, open, play } = await openPages({
  ...Object.fromEntries(Object.entries(pages).map(([path, html]) => [path, style + html])),
  "/text": text,
  "/empty": style,
  "/typed": typed,
  "/toggled": toggled,
  "/strict": strictly,
  "/spread": `${[...code].map((letter) => `<b>${letter}</b>&shy;`).join("")}${boxes}`,
  "/long": long,
  "/leaving": leaving,
  "/replaced": replaced,
  "/comes-and-goes": comesAndGoes,
  "/words": `${style}${words.map(([, shown]) => `<p>${shown}</p>`).join("")}`,
  "/slow-font": `<p id="p"></p><script>onload = () => {
    const font = new FontFace("slow", "url(/font)");
    document.fonts.add(font);
    font.load();
    p.textContent = "Loading";
  }</script>`,
  "/font": () => {},
  "/loading": `<img src="/font"><p>Text</p>`,
  "/leaves": `${style}<input id="code" oninput="if (value.length > 9) blur()">`,
  "/transition": `${style}<style>::view-transition-group(*) { animation-duration: 60s }</style><p id="p">${code}</p>
    <button onclick="document.startViewTransition(() => { p.textContent = ''; button.remove() })" id="button">Go</button>`,
});

/** The green points of each picture that the steps take. */
async function greenIn(steps: WrittenStep[], late: string[] = ["code"]): Promise<number[]> {
  await using played = await play(steps, { values: { code, password: "hunter22" }, late });
  return await greenPoints(played.session.page, played.screenshots);
}

/** What the page's script or the worker decides, and how a small picture is made, is the same in both engines. */
const inOneEngine = skippedIf(
  testEngine === "full" && !isLong ? "npm run soak -- engines runs it in the full browser also" : undefined,
);

const shown = ["/places", "/password", "/late", "/selected", "/highlighted", "/moving", "/strict"];
const noneAt = (paths: string[]) => Object.fromEntries(paths.map((path) => [path, 0]));

test("these tests would see a code that is not secret", async () => {
  const [green = 0] = await greenIn([open("/places"), picture], []);
  expect(green).toBeGreaterThan(places.length * 100);
});

test("a picture shows a late value nowhere: not in text, fields, frames, shadow trees, or what changes meanwhile", async () => {
  const counts = await greenIn(shown.flatMap((path) => [open(path), picture]));
  expect(Object.fromEntries(shown.map((path, n) => [path, counts[n]]))).toEqual(noneAt(shown));
});

/** A page's live picture; `show` gets each frame. */
async function startScreencast(
  page: Page,
  cdp: CDPSession,
  show: (frame: Buffer) => Promise<void>,
  texts: string[] = [],
) {
  const secrets = secretsOf(...texts);
  const screencast = new Screencast({ page, cdp, secrets, isHidden: () => false, watched: () => 1, show });
  await screencast.start();
  return screencast;
}

/** The most green points of the live picture's frames at each page, while it is opened and shown; in the long form, again and again. */
async function greenLive(paths: string[], texts: string[], least = 1): Promise<Record<string, number>> {
  return inSessionAt(browser.browser, "about:blank", async (page, { context }) => {
    const frames: { path: string; data: string }[] = [];
    let path = "";
    const show = async (frame: Buffer) => void frames.push({ path, data: frame.toString("base64") });
    const screencast = await startScreencast(page, await context.newCDPSession(page), show, texts);
    for (path of paths)
      for (let opened = 0; opened < size(1, 3); opened++) {
        await page.goto(site.url(path));
        const shown = frames.length;
        // It may have been shown already, and then nothing changes any more.
        await screencast.refresh();
        await vi.waitFor(() => expect(frames.length, path).toBeGreaterThanOrEqual(shown + least), { timeout: 30_000 });
      }
    await screencast.stop();
    const counts = await greenPoints(
      page,
      frames.map(({ data }) => data),
    );
    const most: Record<string, number> = {};
    for (const [n, { path }] of frames.entries()) most[path] = Math.max(most[path] ?? 0, counts[n] ?? 0);
    return most;
  });
}

test(
  "where the browser drops the frame that a live page begins with, another one is asked for",
  inOneEngine,
  async () => {
    await inSessionAt(browser.browser, site.url("/cased"), async (page) => {
      const cdp = await page.context().newCDPSession(page);
      let sent = 0;
      const { on } = cdp;
      vi.spyOn(cdp, "on").mockImplementation((event, listener) =>
        on.call(cdp, event, (frame: object) => ++sent > 1 && listener(frame as never)),
      );
      const show = vi.fn(async () => {});
      const screencast = await startScreencast(page, cdp, show);
      await vi.waitFor(() => expect(show).toHaveBeenCalled(), { timeout: 10_000 });
      await screencast.stop();
    });
  },
);

test("no frame of a live page shows a late value or a password, from the first one on", async () => {
  const paths = [...shown, "/replaced"];
  expect(await greenLive(paths, [code])).toEqual(noneAt(paths));
  expect((await greenLive(["/places"], []))["/places"], "no secret").toBeGreaterThan(places.length * 100);
});

test(
  "no frame or picture of a page that moves all the time shows a late value that comes and goes",
  inOneEngine,
  async () => {
    expect((await greenLive(["/comes-and-goes"], [], 5))["/comes-and-goes"]).toBeGreaterThan(100);
    expect((await greenLive(["/comes-and-goes"], [code], 5))["/comes-and-goes"]).toBe(0);
    const steps = [open("/comes-and-goes"), ...Array.from({ length: 5 }, () => picture)];
    expect(Math.max(...(await greenIn(steps)))).toBe(0);
  },
);

test("a picture for the timeline is a WebP, which shows a code only if it is no secret", inOneEngine, async () => {
  for (const late of [["code"], []]) {
    await using played = await play([open("/field")], { values: { code }, late });
    if (!played.run) throw new Error("No step was played.");
    const small = await takePicture(played.run, played.run.page, "webp");
    expect(small.toString("latin1", 0, 4) + small.toString("latin1", 8, 12)).toBe("RIFFWEBP");
    const [green = 0] = await greenPoints(played.session.page, [small.toString("base64")]);
    if (late.length > 0) expect(green).toBe(0);
    else expect(green).toBeGreaterThan(100);
  }
});

test("only the value itself is covered, not the text around it", inOneEngine, async () => {
  const [around = 0] = await greenIn([open("/text"), picture]);
  const [all = 0] = await greenIn([open("/text"), picture], []);
  expect(around).toBeGreaterThan(all / 2);
  expect(around).toBeLessThan(all * 0.85);
});

test(
  "a field with a late value that is too short to be looked for elsewhere is covered, and no other",
  inOneEngine,
  async () => {
    const field: WrittenStep = { ...picture, selector: "#code" };
    const steps = [open("/typed"), fillFrom("#code", "pin"), field, open("/field"), picture];
    await using played = await play(steps, { values: { pin: "7Q4" }, late: ["pin"] });
    const [typed, other = 0] = await greenPoints(played.session.page, played.screenshots);
    expect(typed).toBe(0);
    expect(other).toBeGreaterThan(100);
  },
);

test("what was typed of a stored secret before its step failed is covered", inOneEngine, async () => {
  const stored = new Map([["word", { value: "canary-horse-8", domains: ["127.0.0.1"] }]]);
  const type: WrittenStep = { type: "TYPE_TEXT", value: { secret: "word" }, optional: true };
  await using played = await play([open("/leaves"), click("#code"), type, picture], { stored });
  expect(await played.session.page.inputValue("#code")).toBe("canary-hor");
  expect(await greenPoints(played.session.page, played.screenshots)).toEqual([0]);
});

test.each([
  ["TYPE_TEXT of a long text", "canary-horse-8 ".repeat(30), ""],
  ["FILL_INPUT of a text that a field cuts off", "canary-horse-8", "9"],
])("what %s has left where it failed is covered in all of the page", inOneEngine, async (_, code, maxLength) => {
  const type: WrittenStep = { type: "TYPE_TEXT", value: { variable: "code" }, timeout: 2, optional: true };
  const cutOff = { ...fillFrom(`#code[maxlength="${maxLength}"]`), timeout: 2, optional: true } as WrittenStep;
  const path = `/typed?${maxLength}`;
  await using played = await play([open(path), click("#code"), maxLength ? cutOff : type, picture], {
    values: { code },
    late: ["code"],
  });
  const shown = await played.session.page.inputValue("#code");
  expect(shown.length).toBeGreaterThanOrEqual(4);
  expect(code).toMatch(new RegExp(`^${shown}.`));
  expect(await greenPoints(played.session.page, played.screenshots)).toEqual([0]);
});

test.each<[string, WrittenStep[]]>([
  ["FILL_INPUT", [fillFrom("#p", "password")]],
  ["TYPE_TEXT", [click("#p"), { type: "TYPE_TEXT", value: { variable: "password" } }]],
])("a password that the page shows on request is covered, typed by %s", inOneEngine, async (_, typing) => {
  const steps = [open("/toggled"), ...typing, click("button"), { ...picture, selector: "#p" }];
  expect(await greenIn(steps, [])).toEqual([0]);
});

test("a password field that appears just before the picture is taken is covered", inOneEngine, async () => {
  await using played = await playSteps(browser, [open("/empty")], { values: {}, late: [] });
  if (!played.run) throw new Error("No step was played.");
  const { page } = played.run;
  const screenshot = page.screenshot.bind(page);
  const taken: Buffer[] = [];
  page.screenshot = async (options) => {
    await page.evaluate(() => {
      const field = Object.assign(document.createElement("input"), { type: "password", value: "hunter22" });
      if (!document.querySelector("input")) document.body.append(field);
    });
    taken.push(await screenshot(options));
    return taken.at(-1) as Buffer;
  };
  const picture = await takePicture(played.run, page);
  const pictures = [taken[0] as Buffer, picture].map((one) => one.toString("base64"));
  const [first, last] = await greenPoints(page, pictures);
  expect(first).toBeGreaterThan(100);
  expect(last).toBe(0);
});

test("a snapshot shows no late value that is spread over elements or fields", inOneEngine, async () => {
  await using played = await play([open("/spread"), snapshot("body")], { values: { code }, late: ["code"] });
  const html = Buffer.from(played.htmls[0] ?? "", "base64").toString();
  expect(html.match(/•/g)).toHaveLength(2 * code.length);
  expect(html).not.toMatch(/[>"][KQZ]/);
});

test("a picture that extends beyond the window covers secrets there too", async () => {
  const whole: WrittenStep = { ...picture, selector: "html" };
  expect(await greenIn([open("/long"), whole])).toEqual([0]);
  expect((await greenIn([open("/long"), whole], []))[0]).toBeGreaterThan(100);
});

test("a page that fades over to its next state shows no late value that it had before", async () => {
  const gone: WrittenStep = { type: "WAIT_FOR_ELEMENT_GONE", selector: "button" };
  const steps = [open("/transition"), click("button"), gone, pause(0.2), picture];
  expect((await greenIn(steps, []))[0]).toBeGreaterThan(100);
  expect(await greenIn(steps)).toEqual([0]);
});

test("a frame that is removed while the picture is taken does not affect the task", inOneEngine, async () => {
  expect(await greenIn([open("/leaving"), picture])).toEqual([0]);
});

test("a page that goes to another one while the picture is taken shows no late value there", inOneEngine, async () => {
  for (let time = 0; time < size(1, 5); time++) expect(await greenIn([open("/replaced"), picture])).toEqual([0]);
});

test("a value is found in every alphabet, and as JSON or an address writes it", inOneEngine, async () => {
  const values = Object.fromEntries(words.map(([value], n) => [`word${n}`, value]));
  const steps = [open("/words"), picture];
  await using played = await play(steps, { values, late: Object.keys(values) });
  expect(await greenPoints(played.session.page, played.screenshots)).toEqual([0]);
});

test("a picture does not wait for a font that never comes", inOneEngine, async () => {
  await using played = await play([open("/slow-font"), see("Loading"), { ...picture, timeout: 8 }]);
  expect(played.screenshots).toHaveLength(1);
});

test("a page that is still loading when half of the step's time is over is shown as it is", inOneEngine, async () => {
  await using played = await play([open("/loading"), { ...picture, timeout: 2 }]);
  expect(played.screenshots).toHaveLength(1);
});

test("the page is left as it was", inOneEngine, async () => {
  await using played = await play([open("/field"), picture], { values: { code }, late: ["code"] });
  expect(await played.session.page.content()).not.toContain("gatepost");
});
