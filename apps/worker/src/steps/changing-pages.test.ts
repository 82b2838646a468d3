import type { IncomingMessage, ServerResponse } from "node:http";
import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import {
  check,
  click,
  fill,
  openPages,
  readText as read,
  readList,
  repeatWhile,
  see,
  snapshot,
} from "../testing/test-pages.ts";

/** Steps on pages that change while they act. */

let processingAsked = 0;

const pages = {
  "/dependent": `<select id="country"><option value="pt">Portugal<option value="no">Norway</select>
    <select id="city"><option>Lisbon<option>Porto<option>Other</select>
    <label for="labelled">Code</label><select id="labelled"><option label="Portugal" value="351">PT<option value="81">Japan&nbsp;(JP)</select><script>
    country.onchange = () => {
      city.disabled = true;
      setTimeout(() => {
        city.innerHTML = "<option>Oslo<option>Other<option>Bergen<option>Tromso";
        city.disabled = false;
      }, 400);
    }</script>`,
  "/filled-later": `<select onfocus="setTimeout(() => add(new Option('Porto')), 300)"><option>Choose</select>`,
  "/slow-choice": `<select onchange="const until = performance.now() + 700; while (performance.now() < until); out.textContent += value">
    <option>One<option>Two</select><p id="out">chosen: </p>`,
  "/opener": `<button onclick="window.open('/pop-up')">Open</button>`,
  "/pop-up": `<p style="height: 3000px"></p><button id="pay">Pay</button><p style="position: fixed; inset: 0; margin: 0">Please wait</p>
    <script>onscroll = () => setTimeout(close, 700)</script>`,
  "/closing": `<button onclick="window.open('/confirm')">Open</button><h1>Opener</h1>`,
  "/confirm": `<button id="pay" onclick="window.close()">Pay</button>`,
  "/two": `<button id="a" onclick="window.open('/one')">A</button><button id="b" onclick="window.open('/other')">B</button>
    <h1>Opener</h1>`,
  "/one": "<h1>One</h1>",
  "/other": "<h1>Other</h1>",
  "/rows": `<my-row></my-row><my-row></my-row><script>
    customElements.define("my-row", class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<b class=a>A</b>"; }
    })</script>`,
  "/composed": `<article><h2>Order <my-sum>17</my-sum></h2>of <my-sum>May</my-sum></article><script>
    customElements.define("my-sum", class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: "open" }).innerHTML = "<i hidden>void</i><b>No. <slot></slot></b><p>€ 12<br>paid</p><input type=password value=canary>";
      }
    })</script>`,
  "/replacing": `<select id="s"><option>One<option>Two</select><input id="c" type="checkbox"><input id="f" type="file">
    <ul><li title="first">one<li>two</ul><p id="out"></p><script>
    onchange = ({ target }) => out.append(target.id, " ");
    window.eval = JSON.parse = JSON.stringify = () => { throw new Error("replaced") };
    for (const name of ["map", "find", "findIndex", "filter", "slice", "toJSON"]) Array.prototype[name] = eval;</script>`,
  "/leaving": `<button disabled>Pay</button><script>setTimeout(() => document.querySelector("button").remove(), 700)</script>`,
  "/redrawn": `<div id="box"><p id="l">one</p></div><script>
    let left = 40;
    const timer = setInterval(() => { box.innerHTML = "<p id=l>" + left + "</p>"; if (--left === 0) clearInterval(timer); }, 5)</script>`,
  "/pulsing": `<style>@keyframes pulse { 50% { scale: 1.2 } } button, input { animation: pulse 1s infinite }</style>
    <button onclick="out.textContent += 'clicked '">Buy</button><input type="checkbox" onchange="out.textContent += 'checked '"><p id="out"></p>`,
  "/reloading": `<ul><li>one<li>two</ul><script>setTimeout(() => location.reload(), 100 + 3 * performance.now())</script>`,
  "/from": `<p id="card" draggable="true">A card</p><iframe src="/onto"></iframe>`,
  "/onto": `<p id="basket" ondragover="event.preventDefault()" ondrop="event.preventDefault(); textContent = 'The card is here'">A basket</p>`,
  "/slow": `<button id="switch" role="switch" aria-checked="false">Alerts</button><script>
    const set = () => document.getElementById("switch").setAttribute("aria-checked", "true");
    document.getElementById("switch").onclick = () => setTimeout(set, 300)</script>`,
  "/stuck": `<button id="switch" role="switch" aria-checked="false">Alerts</button>`,
  "/inert": `<main inert><button>Pay</button><input></main><p role="dialog">Your session ends soon <a href="#">Stay</a></p>`,
  "/drawn": `<style>.own { position: absolute; opacity: 0; width: 0; height: 0 }</style>
    <label><input id="news" class="own" type="checkbox"><i>▢ News</i></label>
    <input id="fast" type="radio" hidden><label for="fast" style="display: inline-block">◯ Courier <a href="/one">that comes on the same day</a></label><input id="terms" type="checkbox"><p id="state"></p><script>
    onchange = () => { state.textContent = [news.checked, fast.checked, terms.checked] }</script>`,
  "/drawn-over": `<style>label { position: relative } .w { position: relative; padding-left: 24px }
    #below { position: absolute; left: 0; z-index: -1; opacity: 0 } [for=below]::before { content: ""; position: absolute; left: -24px; width: 16px; height: 16px; background: #ccc }
    #tiny { position: absolute; width: 1px; height: 1px; margin: -1px; clip-path: inset(50%) } #far { position: absolute; left: -9999px }
    #none { position: absolute; opacity: 0; pointer-events: none }</style><div style="height: 2000px"></div>
    <div class="w"><input type="checkbox" id="below"><label for="below">Bootstrap</label></div>
    <label><input type="checkbox" id="tiny"><i>▢</i> I accept the <a href="/one">terms and conditions of sale</a></label>
    <label><input type="radio" id="far"><i>◯</i> Courier</label>
    <div onclick="none.click()"><input type="checkbox" id="none" onclick="event.stopPropagation()"><i>▢ Gift</i></div><p id="state"></p><script>
    onchange = () => { state.textContent = [below.checked, tiny.checked, far.checked, none.checked] }</script>`,
  "/drawn-beside": `<style>.clipped { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
    #stars, #way { display: flex; position: relative } label { display: inline-block; padding: 9px } #way input { position: absolute; clip: rect(0, 0, 0, 0); pointer-events: none }</style>
    <div id="stars">${["one", "two", "three"].map((id) => `<input type="radio" name="stars" class="clipped" id="${id}"><label for="${id}">★</label>`).join("")}</div>
    <div id="way"><input type="radio" name="way" id="post"><label for="post">Post</label><input type="radio" name="way" id="courier"><label for="courier">Courier</label></div>
    <label><span class="clipped"><input type="checkbox" id="alerts"></span><i>▢</i> Alerts</label><my-box></my-box><p id="state"></p><script>
    customElements.define("my-box", class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<label><input type=checkbox> News</label>" }
    });
    onchange = () => { state.textContent = [one.checked, two.checked, three.checked, post.checked, courier.checked, alerts.checked] };
    document.querySelector("my-box").shadowRoot.addEventListener("change", () => state.append(" and news"))</script>`,
  "/menus-away": `<ul style="position: absolute; left: -999px"><li>Add<li>Add</ul><button onclick="textContent = 'Added'">Add</button>
    <ol style="position: absolute; top: 9px; left: 99px; height: 99px; overflow: auto" onclick="out.append(event.target.textContent)">
    <li>1<li style="height: 900px">2</ol><p id="out"></p><script>document.querySelector("ol").scrollTop = 500</script>`,
  "/icons": `<style>#now::before { content: "\\e000" }</style>
    <button onclick="out.append('later ')">Send it later</button><button id="now" onclick="out.append('sent')"> Send  it</button><p id="out"></p>`,
  "/own-list": `<style>#around :not(p) { pointer-events: none } #list { width: 100% }</style>
    <div id="around" onclick="out.append('opened ')"><label for="list" style="position: absolute">City</label><p><input id="list" readonly></p></div><p id="out"></p>`,
  "/lazy": `<p id="p">Hello</p><div style="height: 9000px"></div><iframe loading="lazy" src="/one"></iframe>`,
  "/sorted": `<ul id="list"><li id="a">A<li id="b">B<li id="c">C</ul><p id="order"></p><script>
    let dragged, from, active = false;
    list.onpointerdown = (event) => { dragged = event.target; from = event.clientY };
    addEventListener("pointermove", (event) => {
      if (!dragged) return;
      if (!active) { active = Math.abs(event.clientY - from) > 8; return }
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("li");
      if (over && over !== dragged) over.after(dragged);
    });
    addEventListener("pointerup", () => { order.textContent = [...list.children].map(({ id }) => id).join("") })</script>`,
  "/endless": `<ul id="list"></ul><div id="end"></div><script>
    const more = () => { for (let n = 0; n < 20; n++) list.insertAdjacentHTML("beforeend", "<li style='height: 60px'>" + list.children.length) };
    more();
    new IntersectionObserver(([entry]) => entry.isIntersecting && more()).observe(end)</script>`,
  "/twice": `<p class="mark" style="display: none">hidden</p><div style="height: 3000px"></div><div id="later"></div><p id="seen"></p><script>
    setTimeout(() => {
      later.innerHTML = "<p class=mark>shown</p>";
      new IntersectionObserver(([entry]) => { if (entry.isIntersecting) seen.textContent = "seen" }).observe(later);
    }, 700)</script>`,
  "/rows-of-pages": `<table><tbody id="rows"></tbody></table><button id="next">Next</button><script>
    let page = 0;
    async function load() {
      const { names, isLast } = await (await fetch("/data?page=" + page)).json();
      rows.innerHTML = names.map((name) => "<tr><td>" + name).join("");
      next.hidden = isLast;
    }
    next.onclick = () => { page++; load() };
    load()</script>`,
  "/data": (request: IncomingMessage, response: ServerResponse) => {
    const page = Number(new URL(request.url ?? "/", "http://site").searchParams.get("page"));
    const body = JSON.stringify({ names: [`a${page}`, `b${page}`], isLast: page === 2 });
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(body), 300);
  },
  "/feed": `<ul id="rows"></ul><p id="end">Loading</p><script>
    let page = 0;
    new IntersectionObserver(async ([entry]) => {
      if (!entry.isIntersecting) return;
      const { names, isLast } = await (await fetch("/data?page=" + page++)).json();
      rows.insertAdjacentHTML("beforeend", names.map((name) => "<li style='height: 900px'>" + name).join(""));
      end.hidden = isLast;
    }).observe(end)</script>`,
  "/processing": (_: IncomingMessage, response: ServerResponse) => {
    response
      .writeHead(200, { "content-type": "text/html" })
      .write(`<!doctype html><h1>Payment</h1>${" ".repeat(2_000)}`);
    const isFirst = processingAsked++ === 0;
    const then = isFirst ? "location.reload()" : "spinner.remove(); state.textContent = 'paid'";
    const rest = `<p id="spinner">Working</p><p id="state">pending</p><script>setTimeout(() => { ${then} }, 300)</script>`;
    setTimeout(() => response.end(rest), isFirst ? 0 : 500);
  },
  "/checked-later": `<input onchange="document.querySelector('button').disabled = !value"><button disabled onclick="out.textContent = 'paid'">Pay</button><p id="out"></p>`,
  "/menu": `<div id="menu" onfocusout="if (!menu.contains(event.relatedTarget)) menu.remove()">
    <input oninput="setTimeout(() => { menu.lastChild.disabled = false }, 300)"><button disabled onclick="out.textContent = 'applied'">Apply</button></div><p id="out"></p>`,
  "/choosers": `<form><p id="sends"><label for="send">Send</label></p><input id="send" type="submit" hidden></form>
    <button>Add a photo</button><i style="position: fixed; inset: 0"></i>`,
  "/calendar": `<p id="month1">1</p><button id="next">Next</button><script>
    let [month, isTurning] = [1, false];
    next.onclick = () => {
      if (!isTurning) setTimeout(() => { document.querySelector("p").id = "month" + ++month; document.querySelector("p").textContent = month; isTurning = false }, 150);
      isTurning = true;
    }</script>`,
};

const { open, play, textAfter, textsAfter } = await openPages(pages);

const select = (selector: string, value: string): WrittenStep => ({ type: "SELECT_OPTION", selector, value });
const scrollTo = (selector: string): WrittenStep => ({ type: "SCROLL_TO", selector });
const drag = (from: string, to: string): WrittenStep => ({ type: "DRAG", from, to });
const seen = (selector: string): WrittenStep => ({ type: "WAIT_FOR_ELEMENT", selector });
const gone = (selector: string): WrittenStep => ({ type: "WAIT_FOR_ELEMENT_GONE", selector });
const nextPage = repeatWhile("body:not(:has(#month4))", 9, [click("#next")], 1);
/** For steps that fail. */
const soon = { timeout: 2 };

test.each<[sentence: string, path: string, steps: WrittenStep[], shown: string, text: string]>([
  [
    "an option of a list that is loaded again is looked for in the new list",
    "/dependent",
    [select("#country", "no"), select("#city", "Other")],
    "#city",
    "Other",
  ],
  [
    "a box is checked over which its page draws its own",
    "/drawn-over",
    ["#below", "#tiny", "#far", "#none"].map(check),
    "#state",
    "true,true,true,true",
  ],
  [
    "a box is checked that is clipped, at the place of another one's label, or in a web component",
    "/drawn-beside",
    ["#three", "#courier", "#alerts", "my-box"].map(check),
    "#state",
    "false,false,true,false,true,true and news",
  ],
  [
    "an option is chosen that its page adds once the list has the focus",
    "/filled-later",
    [select("select", "Porto")],
    "select",
    "Porto",
  ],
  [
    "an option is chosen once, however long the page takes",
    "/slow-choice",
    [select("select", "Two")],
    "#out",
    "chosen: Two",
  ],
  [
    "a frame that loads only when it is scrolled to does not keep the page from being read",
    "/lazy",
    [gone(".x")],
    "#p",
    "Hello",
  ],
  ["a list that is sorted by the pointer follows a drag", "/sorted", [drag("#a", "#c")], "#order", "bca"],
  [
    "a list that its page opens around a field is opened by its field and by its label",
    "/own-list",
    [click("#list"), click("text=City")],
    "#out",
    "opened opened",
  ],
  [
    "what is clicked is on the page, and not in a menu that its page keeps beyond its edge",
    "/menus-away",
    [click("text=Add")],
    "button",
    "Added",
  ],
  ["what is beyond the edge of a list that was scrolled is clicked", "/menus-away", [click("ol li")], "#out", "1"],
  [
    "a name is the same with the icon of a font before it",
    "/icons",
    [click('role=button[name="Send it"]')],
    "#out",
    "sent",
  ],
  ["what pulses all the time can be clicked", "/pulsing", [click("button"), check("input")], "#out", "clicked checked"],
  [
    "an element is dragged into a frame",
    "/from",
    [drag("#card", "#basket"), see("The card is here")],
    "#basket",
    "The card is here",
  ],
  [
    "a mark without a size at the end of a list can be scrolled to",
    "/endless",
    [scrollTo("#end"), seen("li:nth-child(21)")],
    "li:nth-child(21)",
    "20",
  ],
  [
    "of elements of which the first is never displayed, the one that appears is scrolled to",
    "/twice",
    [scrollTo(".mark"), see("seen")],
    "#seen",
    "seen",
  ],
  ["what a page that reloads has not yet shown again is not gone", "/processing", [gone("#spinner")], "#state", "paid"],
  [
    "a button that is enabled once a field is left can be clicked after that field is filled",
    "/checked-later",
    [fill("input", "12"), click("button")],
    "#out",
    "paid",
  ],
  [
    "a button that its page enables by itself can be clicked in a menu that closes when its field is left",
    "/menu",
    [fill("input", "12"), click("button")],
    "#out",
    "applied",
  ],
  ["where the page changes a moment later, a repeated click does not overshoot", "/calendar", [nextPage], "p", "4"],
  ["nor is any of several clicks lost", "/calendar", ["#next", "#next", "#next"].map(click), "p", "4"],
])("%s", async (_, path, steps, shown, text) => {
  expect(await textAfter([open(path), ...steps, read(shown)])).toBe(text);
});

test("a switch may follow the click a moment later", async () => {
  await textAfter([open("/slow"), check("#switch"), seen("#switch[aria-checked=true]")]);
  const stuck = textAfter([open("/stuck"), { ...check("#switch"), ...soon } as WrittenStep]);
  await expect(stuck).rejects.toThrow("the box was clicked, but stayed as it was");
});

test("a box that is out of sight is checked by its label, and one that can be seen before it", async () => {
  const steps = [open("/drawn"), check("[type=checkbox]"), check("label=Courier"), read("#state", "before")];
  const news = check("xpath=/html/body/label/input[@id='news']");
  const texts = { before: "false,true,true", text: "true,true,true" };
  expect(await textsAfter([...steps, news, read("#state")])).toEqual(texts);
});

test("a click on an option of a list says what chooses one", async () => {
  const clicked = textAfter([open("/dependent"), { ...click("#country option"), ...soon } as WrittenStep]);
  await expect(clicked).rejects.toThrow("2 matched it, but none was visible; an option of a list is chosen by");
});

test("what is never displayed cannot be scrolled to", async () => {
  const never = textAfter([open("/twice"), { ...scrollTo("script"), ...soon } as WrittenStep]);
  await expect(never).rejects.toThrow("1 matched it, but none was visible");
});

test("a list is read whose page loads again and again", async () => {
  await using played = await play([
    open("/reloading"),
    ...Array.from({ length: 30 }, () => readList("li", { name: {} })),
  ]);
  expect(played.data.get("rows")).toHaveLength(60);
});

test("a list over several pages is read whole although its rows come after the click", async () => {
  const list = readList("tr", { name: { selector: "td" } });
  await using played = await play([open("/rows-of-pages"), list, repeatWhile("#next", 9, [click("#next"), list], 1)]);
  expect(played.data.get("rows")?.map(({ name }) => name)).toEqual(["a0", "b0", "a1", "b1", "a2", "b2"]);
});

test("a list that grows when it is scrolled is read whole although its rows come after the scrolling", async () => {
  const loop = repeatWhile("#end", 5, [scrollTo("#end")], 1);
  await using played = await play([open("/feed"), loop, readList("li", { name: {} })]);
  expect(played.data.get("rows")?.map(({ name }) => name)).toEqual(["a0", "b0", "a1", "b1", "a2", "b2"]);
});

test("a file is not uploaded by what is covered, nor by what sends a form", async () => {
  const upload = (selector: string) =>
    textAfter([open("/choosers"), { type: "UPLOAD_FILE", selector, name: "a", content: "", ...soon }]);
  await expect(upload("button")).rejects.toThrow("another one covered it");
  await expect(upload("#sends")).rejects.toThrow(/is not a file field$/);
});

test("an option is found by the label that a person reads, whatever the blanks in it are", async () => {
  const japan = [select("#labelled", "Japan (JP)"), read("#labelled", "by text")];
  const portugal = [fill("[for=labelled]", "Portugal"), read("#labelled", "by label")];
  const texts = { "by text": "81", "by label": "351" };
  expect(await textsAfter([open("/dependent"), ...japan, ...portugal])).toEqual(texts);
});

test("a click that its window's end prevented has not succeeded; one that closes its window has", async () => {
  const download: WrittenStep = { type: "DOWNLOAD_FILE", selector: "#pay", as: "file" };
  const upload: WrittenStep = { type: "UPLOAD_FILE", selector: "#pay", name: "a", content: "" };
  for (const step of [click("#pay"), download, upload])
    await expect(textAfter([open("/opener"), click("button"), step])).rejects.toThrow("another one covered it");
  expect(await textAfter([open("/closing"), click("button"), click("#pay"), read("h1")])).toBe("Opener");
  await expect(textAfter([open("/closing"), click("button"), upload])).rejects.toThrow("the page closed itself");
});

test("a task whose window is closed goes on in the one before it, not in the newest", async () => {
  const to = (window: string): WrittenStep => ({ type: "SWITCH_WINDOW", to: window });
  const steps = [open("/two"), click("#a"), read("h1", "a"), to("first"), click("#b"), read("h1", "b"), to("*/one")];
  const texts = { a: "One", b: "Other" };
  const close: WrittenStep = { type: "CLOSE_WINDOW" };
  expect(await textsAfter([...steps, close, read("h1")])).toEqual({ ...texts, text: "Opener" });
  expect(await textsAfter([...steps, to("newest"), close, read("h1")])).toEqual({ ...texts, text: "One" });
});

test("READ_LIST looks into the shadow roots of its items", async () => {
  const list = readList("my-row", { a: { selector: ".a" }, none: { selector: ".none" } });
  await using played = await play([open("/rows"), list]);
  expect(played.data.get("rows")).toEqual([
    { a: "A", none: null },
    { a: "A", none: null },
  ]);
});

test.each([click("button"), fill("input", "a")])("what the page has made inert is said to be that", async (step) => {
  const acting = textAfter([open("/inert"), { ...step, timeout: 1 } as WrittenStep]);
  await expect(acting).rejects.toThrow("the element was there, but inert, as what is under a dialog is");
});

test("what shadow roots show is read with what is around it, and is in a snapshot of the HTML", async () => {
  const list = readList("article", { title: { selector: "h2" }, all: {} });
  const shown: WrittenStep = { type: "WAIT_FOR_TEXT", selector: "h2", text: "Order No. 17 € 12 paid" };
  await using played = await play([open("/composed"), shown, read("article"), list, snapshot("article")]);
  const title = "Order No. 17\n€ 12\npaid";
  const all = `${title}\nof No. May\n€ 12\npaid`;
  expect(played.texts.get("text")).toBe(all);
  expect(played.data.get("rows")).toEqual([{ title, all }]);
  const html = Buffer.from(played.htmls[0] ?? "", "base64").toString();
  const shadow =
    '<template shadowrootmode="open"><i hidden="">void</i><b>No. <slot></slot></b><p>€ 12<br>paid</p><input type="password"></template>';
  expect(html).toBe(`<article><h2>Order <my-sum>${shadow}17</my-sum></h2>of <my-sum>${shadow}May</my-sum></article>`);
});

test("steps do not depend on functions that a page has replaced", async () => {
  await using played = await play([
    open("/replacing"),
    select("#s", "Two"),
    check("#c"),
    { type: "UPLOAD_FILE", selector: "#f", name: "a.txt", content: "YQ==" },
    readList("li", { text: {}, title: { attribute: "title" } }),
    { type: "READ_TEXT", selector: "li", as: "title", attribute: "title" },
    read("#out"),
  ]);
  expect(Object.fromEntries(played.texts)).toEqual({ title: "first", text: "s c f" });
  expect(played.data.get("rows")).toEqual([
    { text: "one", title: "first" },
    { text: "two", title: null },
  ]);
});

test("a button that was disabled, and is gone, is not said to be disabled", async () => {
  const acting = textAfter([open("/leaving"), { ...click("button"), ...soon } as WrittenStep]);
  await expect(acting).rejects.toThrow("the element was there, but the page took it away");
});

test("a screenshot of an element that the page draws anew is taken", async () => {
  const picture: WrittenStep = { type: "TAKE_SCREENSHOT", selector: "#l" };
  await using played = await play([open("/redrawn"), picture]);
  expect(played.screenshots).toHaveLength(1);
});
