import { readDocument } from "@gatepost/domain/templates/read-document";
import type { Page } from "playwright";
import { afterAll, expect, test, vi } from "vitest";
import { rightCode } from "../../../cli/src/demo-site/accounts.ts";
import { startSite } from "../../../cli/src/demo-site/server.ts";
import type { BrowserSession } from "../browser/browser-session.ts";
import { inSessionAt, openTestBrowser, openTestSite, playSteps } from "../testing/test-browser.ts";
import { Recorder } from "./recorder.ts";

/** What a person does on a page becomes steps, which do the same again. */

const site = await startSite();
const other = await openTestSite({
  "/strict": (_, response) => {
    const headers = { "content-type": "text/html", "content-security-policy": "default-src 'none'" };
    response.writeHead(200, headers).end("<button>Send</button>");
  },
  "/opener": `<button onclick="open('/closing', '', 'width=400,height=300')">Go</button><a href="/strict" target="_blank">Help</a>`,
  "/closing": `<button onclick="setTimeout(() => window.close(), 500)">Close</button><img src="/never">`,
  "/never": () => {},
  "/hovered": `<style>a:not(:hover) span { display: none }</style><a href="/strict" title="Edit [e]" style="display: block; height: 20px"><span>Edit</span></a>`,
  "/unlabelled": `<input placeholder="User name"><input type="password"><form>Title: <br><input><p>Colour</p><div><input></div></form>`,
  "/menus": `<style>li ul { display: none; position: absolute; left: 100px } @media all { li:hover > ul { display: block } } a:hover, :is(a, b):hover i { opacity: 0.9 }</style>
    <ul><li>File <ul><li>Export <ul><li><a href="#pdf">As PDF</a></li></ul></li></ul></li></ul><button style="position: absolute; left: 400px">Help</button>`,
  "/sortable": `<style>li { width: 200px; height: 60px; user-select: none; touch-action: none } p { font-size: 30px }</style>
    <ul><li id="one">One</li><li id="two">Two</li><li id="three">Three</li></ul><p id="from">A text</p><p id="to">Another</p>
    <script>
      let held;
      addEventListener("pointerdown", ({ target }) => { held = target.closest("li"); held?.setPointerCapture(1); });
      addEventListener("pointerup", ({ clientX, clientY }) => {
        const onto = document.elementsFromPoint(clientX, clientY).find((one) => one.localName === "li" && one !== held);
        if (held && onto) onto.before(held);
      });
    </script>`,
  "/rows": `<p ondblclick="location = '/hovered'">A folder</p>`,
  "/alike": `<p id="said">said: </p>
    <fieldset>Ada <label for="a">First name</label><input id="a"></fieldset>
    <fieldset>Bob <label for="b">First name</label><input id="b"> <label><input type="radio" name="r1">Yes</label></fieldset>
    <fieldset>Driver? <label><input type="radio" name="r2">Yes</label></fieldset>
    <button>Send</button><input type="submit" value="Send"><p-card>1</p-card><p-card>2</p-card>
    <script>
      addEventListener("change", ({ target }) => said.append(target.id || target.name, " "));
      addEventListener("click", ({ target }) => target.matches("button, [type=submit], p-card") && said.append(target.type ?? target.textContent, " "));
      customElements.define("p-card", class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: "open" }).innerHTML = "<button>Add</button>";
        }
      });
    </script>`,
  "/wizard": `<p id="said"></p><label for="answer" id="question">Name</label><input id="answer"><button id="next">Go on</button>
    <input id="tag" aria-label="Tag" onkeydown="if (event.key === 'Enter') { said.append(value, ' '); value = '' }"><script>
    const questions = ["City", "Done"];
    next.onclick = () => {
      said.append(answer.value, " ");
      answer.value = "";
      question.textContent = questions.shift();
      next.textContent = "Finish";
    };</script>`,
  "/choosers": `<style>#up { position: absolute; left: 400px }</style><p id="said">said: </p><input role="combobox" aria-label="Country">
    <div id="down"><div role="option">Oslo</div><div role="option">Bergen</div></div>
    <div id="up"><div role="option">Bus</div><div role="option">Train</div></div>
    <select aria-label="Guests"><option value="0">1</option><option value="1">2</option><option value="2">3</option></select><script>
    for (const type of ["down", "up"])
      document.getElementById(type).addEventListener("mouse" + type, ({ target, currentTarget }) => {
        said.append(target.textContent, " ");
        if (type === "down") currentTarget.hidden = true;
        else currentTarget.remove();
      });
    document.querySelector("select").onchange = ({ target }) => said.append(target.selectedOptions[0].label);</script>`,
  "/editors": `<button>Begin</button><script>
    document.querySelector("button").onclick = () => {
      document.open();
      document.write('<input type="file" aria-label="Photo"><details><summary>More</summary><p id="plain" contenteditable="plaintext-only" aria-label="Title">T</p></details>');
      document.write('<p id="said"></p><textarea aria-label="Message"></textarea><script>');
      document.write('const area = document.querySelector("textarea"); area.onkeydown = (event) => {');
      document.write('if (event.key !== "Enter") return; event.preventDefault(); said.append(plain.textContent + area.value); area.value = "" }<\\/script>');
      document.close();
    };</script>`,
  "/keys": `<p id="said"></p><ul role="menu" tabindex="0" style="height: 9px"></ul><input role="combobox"><button onclick="said.append('sent')">Send</button><script>
    Array.prototype.toJSON = () => "changed";
    onkeydown = (event) => {
      if (!/Arrow|Enter| |k/.test(event.key)) return;
      event.preventDefault();
      said.append(event.target.localName, event.ctrlKey ? "^" : "", event.key, " ");
    };</script>`,
  "/around": `<p style="position: fixed; inset: 0; margin: 0"><button style="position: absolute; left: 40%; top: 40%; width: 20%; height: 20%">Delete</button></p>
    <div style="position: relative; width: 400px; text-align: right"><button>Remove</button></div>
    <table style="position: relative"><tr onclick="event"><td>Order 7<td style="width: 400px"><a href="#">View the order and all that belongs to it</a></table>`,
  "/asking": `<p id="said"></p><button>Add a photo</button><script>
    document.querySelector("button").onclick = () => {
      const field = document.createElement("input");
      field.type = "file";
      field.onchange = () => said.append(field.files[0].name);
      field.click();
    };</script>`,
  "/twice": `<p id="said"></p><button onclick="said.append('page')">Pay</button><iframe src="/twice-inner"></iframe>`,
  "/twice-inner": `<button onclick="parent.said.append('frame')">Pay</button>`,
  "/boxes": `<style>.switch input { opacity: 0; position: absolute } .toggle { position: absolute; clip: rect(0, 0, 0, 0); pointer-events: none }</style>
    <label class="switch"><input type="checkbox">Send me news</label>
    <div style="position: relative"><input type="radio" name="way" class="toggle" id="post"><label for="post">Post</label>
    <input type="radio" name="way" class="toggle" id="courier"><label for="courier">Courier</label></div>
    <label><input type="radio" id="plan" onchange="setTimeout(() => plan.replaceWith('Planned'), 0)">Plan</label>
    <ul><li>Monday <button>Book</button></li><li>Tuesday <button>Book</button></li></ul>
    <p id="shown"></p><input aria-label="PIN" type="password" oninput="shown.textContent = value"><p-card></p-card><script>
    customElements.define("p-card", class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: "open" }).innerHTML = '<div tabindex="0" class="send-now"></div>' +
          '<input type="file" aria-label="Photo"><label><input type="checkbox">Gift</label><select aria-label="Size"><option>S<option>L</select>';
        this.shadowRoot.querySelector("div").style.cssText = "width: 40px; height: 40px";
      }
    });</script>`,
});
const browser = await openTestBrowser(`127.0.0.1:${site.port},localhost:${site.port},${other.host}`);
afterAll(async () => {
  await browser.close();
  other.close();
  await site.close();
});

/** The steps of what is done on a page, and all that was said of it. */
async function recording(
  address: string,
  act: (page: Page, recorder: Recorder, session: BrowserSession) => Promise<void>,
) {
  return inSessionAt(browser.browser, address, async (page, session) => {
    const said: string[] = [];
    const secrets = { texts: new Set<string>(), typed: new Set<string>() };
    const recorder: Recorder = new Recorder({
      session,
      secrets,
      isHeard: () => true,
      changed: () => said.push(JSON.stringify(recorder.recorded)),
    });
    await recorder.begin();
    await act(page, recorder, session);
    return { ...recorder.recorded, said };
  });
}

const again = async (address: string, steps: object[], values: Record<string, unknown> = {}) => {
  const document = { name: "Recorded", steps: [{ type: "OPEN_PAGE", url: address }, ...steps] };
  return playSteps(browser, readDocument(document).steps, { values });
};

test("a sign-in becomes steps that find elements as people do, and wait for the password and the code", async () => {
  const { steps, passwords, description, warnings, said } = await recording(`${site.url}/login`, async (page) => {
    await page.click("#login");
    await page.keyboard.type("ada");
    await page.click("#password");
    await page.keyboard.type("lovelace");
    await page.click("button");
    await page.locator("id=2facode").pressSequentially(rightCode);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/welcome");
  });
  const password = ['label="Password"', 'input[name="password"]', "#password"];
  const code = ['role=textbox[name="Code"]', 'label="Code"', 'input[name="code"]'];
  expect(steps).toEqual([
    {
      type: "FILL_INPUT",
      selector: ['role=textbox[name="Login"]', 'label="Login"', 'input[name="login"]'],
      value: { variable: "login" },
    },
    { type: "WAIT_FOR_ELEMENT", selector: password },
    { type: "WAIT_FOR_VARIABLE_VALUE", name: "password", prompt: "Enter the password." },
    { type: "FILL_INPUT", selector: password, value: { variable: "password" } },
    { type: "CLICK", selector: 'role=button[name="Continue"]' },
    { type: "WAIT_FOR_ELEMENT", selector: code },
    { type: "WAIT_FOR_VARIABLE_VALUE", name: "code", prompt: "Enter the code." },
    { type: "FILL_INPUT", selector: code, value: { variable: "code" } },
    { type: "PRESS_KEY", key: "Enter" },
    { type: "WAIT_FOR_URL", pattern: `${site.url}/welcome*` },
  ]);
  expect(passwords).toEqual(["password"]);
  expect(warnings).toEqual([]);
  expect(description).toContain(`${site.url}/login`);
  for (const typed of ["ada", "lovelace", rightCode]) expect(said.join()).not.toContain(typed);
  await using played = await again(`${site.url}/login`, steps, { login: "ada", password: "lovelace", code: rightCode });
  expect(played.session.windows.page.url()).toBe(`${site.url}/welcome`);
});

test("what sends a file becomes a step that keeps it", async () => {
  const { steps } = await recording(`${site.url}/report`, async (page) => {
    const offered = page.waitForEvent("download");
    await page.click("#file");
    await offered;
  });
  expect(steps).toEqual([expect.objectContaining({ type: "DOWNLOAD_FILE", as: "file" })]);
  expect((await again(`${site.url}/report`, steps)).files.get("file")?.name).toBe("report.csv");
});

test("a window that was only looked at is left again, and one that closes itself is not waited for", async () => {
  const { steps } = await recording(other.url("/opener"), async (page) => {
    const help = page.context().waitForEvent("page");
    await page.click("a");
    await (await help).waitForSelector("button");
    const popUp = page.waitForEvent("popup");
    await page.click("button");
    const closing = await popUp;
    const closed = closing.waitForEvent("close");
    await closing.click("button");
    await closed;
  });
  expect(steps).toEqual([
    { type: "CLICK", selector: 'role=link[name="Help"]' },
    { type: "SWITCH_WINDOW", to: "first" },
    { type: "CLICK", selector: 'role=button[name="Go"]' },
    { type: "CLICK", selector: 'role=button[name="Close"]' },
  ]);
  await using played = await again(other.url("/opener"), [...steps, { type: "TAKE_SCREENSHOT" }]);
  expect(played.screenshots).toHaveLength(1);
});

test("what is done in a frame of another site is done there again", async () => {
  const address = `${site.url}/jobs/card-frame`;
  const { steps } = await recording(address, async (page) => {
    await page.frameLocator("iframe").locator("#number").pressSequentially("4242 4242 4242 4242");
    for (const text of ["04/29", "123"]) {
      await page.keyboard.press("Tab");
      await page.keyboard.type(text);
    }
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=4242");
  });
  const values = { card_number: "5555 5555 5555 4444", expiry_date: "11/31", security_code: "456" };
  await using _ = await again(address, [...steps, { type: "WAIT_FOR_TEXT", text: "4444" }], values);
  expect(site.submissions("/jobs/card-frame/card").at(-1)?.fields).toEqual({
    number: "5555 5555 5555 4444",
    expiry: "11/31",
    cvc: "456",
  });
});

test("a field without a label is called by its placeholder, by what it holds, or by the text before it", async () => {
  const names = ["user_name", "password", "title", "colour"];
  const filled = (steps: readonly { type: string; value?: unknown }[]) =>
    steps.flatMap((step) => (step.type === "FILL_INPUT" ? [step.value] : []));
  const { steps } = await recording(other.url("/unlabelled"), async (page, recorder) => {
    for (const [n, text] of ["ada", "lovelace", "Notes", "red"].entries())
      await page.locator("input").nth(n).pressSequentially(text);
    await expect.poll(() => filled(recorder.recorded.steps)).toEqual(names.map((variable) => ({ variable })));
  });
  expect(steps[0]).toMatchObject({ selector: 'role=textbox[name="User name"]' });
  const values = { user_name: "grace", password: "x", title: "", colour: "" };
  await using played = await again(other.url("/unlabelled"), steps, values);
  expect(await played.session.page.locator("input").first().inputValue()).toBe("grace");
});

test("a double click is one, what is called by its title until the pointer is there is found again, and a page that allows no scripts is recorded too", async () => {
  const { steps, warnings } = await recording(other.url("/rows"), async (page) => {
    await page.dblclick("p");
    await page.waitForURL("**/hovered");
    await page.click("a");
    await page.waitForURL("**/strict");
    await page.click("button");
  });
  expect(steps).toMatchObject([
    { type: "CLICK", double: true },
    { type: "CLICK" },
    { type: "CLICK", selector: 'role=button[name="Send"]' },
  ]);
  expect(warnings).toEqual([]);
  await using played = await again(other.url("/rows"), steps);
  expect(played.session.page.url()).toBe(other.url("/strict"));
});

test("a code in six boxes is one value, which comes later", async () => {
  const { steps } = await recording(`${site.url}/code-boxes`, async (page) => {
    await page.locator(".box").first().focus();
    for (const [n, digit] of [...rightCode].entries()) {
      await page.locator(`.box:nth-child(${n + 1}):focus`).waitFor();
      await page.keyboard.type(digit);
    }
    await page.waitForSelector("text=Welcome, Ada");
  });
  expect(steps.map(({ type }) => type)).toEqual(["WAIT_FOR_ELEMENT", "WAIT_FOR_VARIABLE_VALUE", "FILL_INPUT"]);
  expect(steps[2]).toMatchObject({ value: { variable: "digit" } });
  await using played = await again(`${site.url}/code-boxes`, steps, { digit: rightCode });
  await played.session.page.waitForSelector("text=Welcome, Ada");
});

test("elements in shadow trees, hidden boxes and buttons of one name are found again", async () => {
  const { steps } = await recording(other.url("/boxes"), async (page) => {
    await page.click("p-card div");
    const files = { name: "a.png", mimeType: "image/png", buffer: Buffer.from("a") };
    await page.setInputFiles("p-card [type=file]", files);
    await page.check("p-card [type=checkbox]");
    await page.focus("p-card select");
    await page.keyboard.press("ArrowDown");
    for (let times = 0; times < 3; times++) await page.click("text=Send me news");
    await page.click("text=Courier");
    await page.click("text=Plan");
    await page.click("li:nth-child(2) button");
    await page.locator("input[type=password]").pressSequentially("Canary7391");
    await page.click("#shown");
  });
  expect(steps).toMatchObject([
    { type: "CLICK", selector: "p-card .send-now" },
    { type: "UPLOAD_FILE", selector: 'p-card [type="file"]', file: { variable: "photo" } },
    { type: "SET_CHECKBOX", checked: true },
    { type: "SELECT_OPTION", value: "L" },
    { type: "SET_CHECKBOX", checked: true },
    { type: "SET_CHECKBOX", checked: true },
    { type: "CLICK" },
    { type: "CLICK", selector: "li:nth-of-type(2) > button" },
    { type: "WAIT_FOR_ELEMENT" },
    { type: "WAIT_FOR_VARIABLE_VALUE", name: "pin" },
    { type: "FILL_INPUT" },
    { type: "CLICK" },
  ]);
  const photo = { name: "a.png", type: "image/png", base64: "YQ==" };
  await using played = await again(other.url("/boxes"), steps, { pin: "1", photo });
  for (const box of [".switch input", "p-card [type=checkbox]", "#courier"])
    expect(await played.session.page.locator(box).isChecked()).toBe(true);
});

test("dialogs are answered before what opens them, and what is dragged is dragged again", async () => {
  const { steps, warnings } = await recording(`${site.url}/things`, async (page, recorder, { dialogs }) => {
    // What is typed into a prompt is in no step.
    dialogs.person = async (dialog) => {
      const answer = { accept: true, text: dialog.type() === "prompt" ? "Canary7391" : "" };
      await dialog.accept(answer.text);
      recorder.answered(dialog, answer);
    };
    await page.click("#delete");
    await page.click("#rename");
    await page.dragAndDrop("#card", "#basket");
    await page.waitForSelector("text=The card is in the basket");
  });
  expect(steps).toEqual([
    { type: "ANSWER_DIALOG", accept: true },
    { type: "CLICK", selector: ['role=button[name="Delete everything"]', "#delete"] },
    { type: "ANSWER_DIALOG", accept: true, text: { variable: "new_name" } },
    { type: "CLICK", selector: ['role=button[name="Rename"]', "#rename"] },
    { type: "DRAG", from: [':text("A card")', "#card"], to: [':text("The basket")', "#basket"] },
  ]);
  expect(warnings).toEqual([]);
  await using renamed = await again(`${site.url}/things`, steps.slice(0, 4), { new_name: "Ada" });
  expect(await renamed.session.page.locator("#text").textContent()).toBe("Renamed to Ada");
  await using dragged = await again(`${site.url}/things`, steps.slice(4));
  expect(await dragged.session.page.locator("#text").textContent()).toBe("The card is in the basket");
});

test("what a page moves by itself while the pointer is held is dragged too, and a selected text is not", async () => {
  const address = other.url("/sortable");
  const { steps } = await recording(address, async (page) => {
    await page.dragAndDrop("#one", "#three");
    await page.dragAndDrop("#from", "#to");
  });
  expect(steps).toEqual([{ type: "DRAG", from: [':text("One")', "#one"], to: [':text("Three")', "#three"] }]);
  await using played = await again(address, steps);
  expect(await played.session.page.locator("li").allTextContents()).toEqual(["Two", "One", "Three"]);
});

test("the pointer is moved to what opens a menu under it before its entry is clicked", async () => {
  const { steps } = await recording(other.url("/menus"), async (page) => {
    await page.hover("text=File");
    await page.hover("text=Export");
    await page.click("a");
    await page.click("button");
  });
  expect(steps.map(({ type }) => type)).toEqual(["HOVER", "HOVER", "CLICK", "CLICK"]);
  await using played = await again(other.url("/menus"), steps.slice(0, 3));
  expect(played.session.page.url()).toContain("#pdf");
});

test("of elements that are alike, the one that was used is found again", async () => {
  const act = async (page: Page) => {
    await page.locator("#b").pressSequentially("Bob");
    await page.locator("[name=r2]").click();
    await page.click("[type=submit]");
    await page.locator("p-card button").nth(1).click();
  };
  const said = (page: Page) => page.locator("#said").textContent();
  const { steps } = await recording(other.url("/alike"), async (page) => {
    await act(page);
    expect(await said(page)).toBe("said: b r2 submit 2 ");
  });
  await using played = await again(other.url("/alike"), steps, { first_name: "Bob" });
  expect(await said(played.session.page)).toBe("said: b r2 submit 2 ");
});

test("a field and a button that a page uses again are called what they are then, and each text in a field that its page empties has a variable", async () => {
  const { steps } = await recording(other.url("/wizard"), async (page) => {
    for (const text of ["Ada", "Lisbon"]) {
      await page.locator("#answer").pressSequentially(text);
      await page.click("button");
    }
    await page.click("#tag");
    for (const key of ["a", "b", "Enter", "c", "d", "Enter"]) await page.keyboard.press(key);
  });
  expect(steps.slice(0, 4)).toMatchObject([
    { value: { variable: "name" } },
    { selector: ['role=button[name="Go on"]', "#next"] },
    { value: { variable: "city" } },
    { selector: ['role=button[name="Finish"]', "#next"] },
  ]);
  const values = { name: "Grace", city: "Porto", tag: "red", tag_2: "blue" };
  await using played = await again(other.url("/wizard"), steps, values);
  expect(await played.session.page.locator("#said").textContent()).toBe("Grace Porto red blue ");
});

test("what a page takes away when the pointer goes down or up was clicked, and options are chosen from real lists only", async () => {
  const { steps } = await recording(other.url("/choosers"), async (page) => {
    await page.click("text=Bergen");
    await page.click("text=Train");
    await page.focus("select");
    await page.keyboard.type("2");
    await page.locator("[role=combobox]").pressSequentially("Nor");
  });
  expect(steps.map(({ type }) => type)).toEqual(["CLICK", "CLICK", "SELECT_OPTION", "FILL_INPUT"]);
  await using played = await again(other.url("/choosers"), steps, { country: "Nor" });
  expect(await played.session.page.locator("#said").textContent()).toBe("said: Bergen Train 2");
});

test("a document that a script writes anew is recorded, with files, editors of plain text, and a message that Enter sends", async () => {
  const { steps } = await recording(other.url("/editors"), async (page, recorder) => {
    await page.click("button");
    const chooser = page.waitForEvent("filechooser");
    await page.click("[type=file]");
    await (await chooser).setFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("a") });
    await page.click("summary");
    await page.locator("#plain").pressSequentially("Hello");
    await page.locator("textarea").pressSequentially("Ada");
    await page.keyboard.press("Enter");
    await expect.poll(() => recorder.recorded.steps).toHaveLength(6);
  });
  const types = ["CLICK", "UPLOAD_FILE", "CLICK", "FILL_INPUT", "FILL_INPUT", "PRESS_KEY"];
  expect(steps.map(({ type }) => type)).toEqual(types);
  const photo = { name: "b.png", type: "image/png", base64: "" };
  await using played = await again(other.url("/editors"), steps, { photo, title: "Dear ", message: "Grace" });
  expect(await played.session.page.locator("#said").textContent()).toBe("Dear Grace");
});

test("keys that a page answers are pressed again, where arrays say something else as JSON too", async () => {
  const { steps } = await recording(other.url("/keys"), async (page, recorder) => {
    await page.click("ul");
    const keys = ["ArrowDown", "ArrowDown", "Space", "Tab", "ArrowUp", "Enter", "Control+Enter", "Control+k"];
    for (const key of keys) await page.keyboard.press(key);
    await page.click("button");
    await expect.poll(() => recorder.recorded.steps).toHaveLength(10);
  });
  await using played = await again(other.url("/keys"), steps);
  expect(await played.session.page.locator("#said").textContent()).toBe(
    "ulArrowDown ulArrowDown ul  inputArrowUp inputEnter input^Enter input^k sent",
  );
});

test("a click beside a button is not recorded as one on it: the step clicks elsewhere, or is left out with a warning", async () => {
  const { steps, warnings } = await recording(other.url("/around"), async (page, recorder) => {
    await page.mouse.click(15, 15);
    await page.mouse.click(15, 500);
    await page.click("td");
    await expect.poll(() => recorder.recorded.warnings.length + recorder.recorded.steps.length).toBe(3);
  });
  const cell = { type: "CLICK", selector: expect.stringContaining("Order 7") };
  expect(steps).toEqual([{ type: "CLICK", selector: "div" }, cell]);
  expect(warnings).toEqual([expect.stringContaining("it was left out")]);
});

test("files are uploaded again by the button at which a page asks for them with a field that nobody sees, each its own", async () => {
  const file = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from("a") });
  const { steps } = await recording(other.url("/asking"), async (page, recorder) => {
    for (const name of ["a.png", "b.png"]) {
      const asked = page.waitForEvent("filechooser");
      await page.click("button");
      await (await asked).setFiles(file(name));
      await recorder.chose(await asked);
    }
  });
  const upload = { type: "UPLOAD_FILE", selector: 'role=button[name="Add a photo"]' };
  const variables = ["add_a_photo", "add_a_photo_2"];
  expect(steps).toEqual(variables.map((variable) => ({ ...upload, file: { variable } })));
  const values = variables.map((name) => [name, { name, type: "image/png", base64: "" }]);
  await using played = await again(other.url("/asking"), steps, Object.fromEntries(values));
  expect(await played.session.page.locator("#said").textContent()).toBe(variables.join(""));
});

test("what is done in a frame is done there again where the page shows the same; however much it says, a step is looked for once in the frames before it", async () => {
  let steps: object[] = [];
  await recording(other.url("/twice"), async (page, recorder) => {
    await page.frameLocator("iframe").locator("button").click();
    await expect.poll(() => JSON.stringify(recorder.recorded.steps)).toContain("iframe");
    ({ steps } = recorder.recorded);
    const asked = vi.spyOn(page.mainFrame(), "locator");
    const [, frame] = page.frames();
    await frame?.evaluate(async () => {
      const said = { kind: "hover", label: "", holds: "text", isCharacter: false, chosen: "", checked: false };
      const say = (window as unknown as Record<string, (said: object) => Promise<void>>).__gatepostNoticed;
      for (let n = 0; n < 250; n++) await say?.({ ...said, selectors: [`#n${n}`] });
    });
    expect(recorder.recorded.steps.length).toBeGreaterThan(200);
    expect(asked.mock.calls.length).toBeLessThanOrEqual(300);
  });
  await using played = await again(other.url("/twice"), steps);
  expect(await played.session.page.locator("#said").textContent()).toBe("frame");
});
