import { html } from "@gatepost/presenters/html";
import { TOTP } from "otpauth";
import { accountOf } from "./accounts.ts";
import { type Pages, page } from "./layout.ts";
import { login } from "./pages.ts";

/** The key of the page's authenticator, which anybody may have: what a site shows beside its QR code. */
export const authenticatorKey = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

const authenticator = new TOTP({ secret: authenticatorKey });

/** Whether a code is that of now or of a neighbouring period, as sites usually take them. */
const isCodeOfNow = (code: string): boolean =>
  authenticator.validate({ token: code.replace(/\s/g, ""), window: 1 }) !== null;

const askForOneTimeCode = (refused: boolean) =>
  page("One-time code")`<h1>Enter the code of your authenticator</h1>
<p class="soft">Its key is <code id="key">${authenticatorKey}</code></p>
<form method="post" action="/one-time-code">
<label for="code">Code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required>
${refused ? html`<p class="wrong" role="alert">That is not the current code</p>` : ""}
<button id="confirm">Confirm</button>
</form>`;

/** Pages whose fields react while something is typed into them, and those of one-time codes. */
export const forms: Pages = {
  gets: {
    /** A code with a field for each digit: the focus moves by itself, and the last digit submits it. */
    "/code-boxes": page("Your code")`<h1>Enter your code</h1>
<form id="form" style="display: flex; gap: 8px">
${[1, 2, 3, 4, 5, 6].map((n) => html`<input class="box" aria-label="Digit ${n}" inputmode="numeric" maxlength="1" autocomplete="off">`)}
</form>
<p class="wrong" id="wrong" role="alert"></p>
<script>
const boxes = [...document.querySelectorAll(".box")];
boxes.forEach((box, n) => {
  box.oninput = async () => {
    if (box.value) setTimeout(() => boxes[n + 1]?.focus(), 10);
    const code = boxes.map(({ value }) => value).join("");
    if (code.length < boxes.length) return;
    const answer = await fetch("/live-code?ms=0", { method: "POST", body: new URLSearchParams({ code }) });
    if (await answer.json()) document.querySelector("main").innerHTML = "<h1>Welcome, Ada</h1>";
    else document.getElementById("wrong").textContent = "That code is not right";
  };
});
</script>`,
    /** Suggestions that appear on key presses only. */
    "/search": page("Search")`<h1>Search</h1>
<label for="search">Words</label>
<input id="search" name="q" autocomplete="off">
<ul id="found" aria-live="polite"></ul>
<script>
const pages = ["Cards", "Card limits", "Loans", "Letters"];
let keys = 0;
document.getElementById("search").onkeyup = ({ target }) => {
  keys += 1;
  const found = pages.filter((one) => one.toLowerCase().startsWith(target.value.toLowerCase()));
  document.getElementById("found").replaceChildren(...found.map((one) => {
    const item = document.createElement("li");
    item.textContent = one + " (" + keys + " keys)";
    return item;
  }));
};
</script>`,
    /** Fields that group, truncate and reject their input. */
    "/formats": page("Formats")`<h1>Fields with a will of their own</h1>
<label for="card">Card number</label><input id="card" autocomplete="cc-number">
<label for="short">At most four</label><input id="short" maxlength="4">
<label for="digits">Digits only</label><input id="digits" inputmode="numeric">
<label for="pin">PIN</label><input id="pin" type="password" maxlength="4">
<p id="shown"></p>
<script>
const on = (id, change) => { document.getElementById(id).oninput = ({ target }) => { target.value = change(target.value); }; };
on("card", (text) => text.replace(/[^0-9]/g, "").replace(/(.{4})(?=.)/g, "$1 "));
on("digits", (text) => text.replace(/[^0-9]/g, ""));
</script>`,
    "/one-time-code": askForOneTimeCode(false),
    "/authenticator": login(false, "/authenticator"),
  },
  posts: {
    "/one-time-code": (_, { code = "" }) =>
      isCodeOfNow(code) ? page("Confirmed")`<h1 id="accepted">Your code was right</h1>` : askForOneTimeCode(true),
    "/authenticator": (_, { login: name = "", password = "" }) =>
      accountOf(name, password) ? askForOneTimeCode(false) : login(true, "/authenticator"),
  },
};
