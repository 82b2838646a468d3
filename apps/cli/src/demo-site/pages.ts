import { Html, html } from "@gatepost/presenters/html";
import { milliseconds, type Pages, page } from "./layout.ts";

export const login = (wrong: boolean, action = "/login") =>
  page("Sign in")`<h1>Sign in</h1>
<form method="post" action="${action}">
<label for="login">Login</label>
<input id="login" name="login" autocomplete="username" required autofocus>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
${wrong ? html`<p class="wrong" role="alert">Login or password is not right</p>` : ""}
<button>Continue</button>
</form>`;

export const code = (wrong: boolean) =>
  page("Your code")`<h1>Enter your code</h1>
<p>We sent a code to your phone. It has six digits.</p>
<form method="post" action="/2fa">
<label for="2facode">Code</label>
<input id="2facode" name="code" autocomplete="one-time-code" autofocus>
${wrong ? html`<p class="wrong" role="alert">That code is not right</p>` : ""}
<button>Confirm</button>
</form>`;

export const welcome = (name: string, balance: string) =>
  page("Welcome")`<h1>Welcome, ${name}</h1>
<p class="soft">Your balance</p>
<p class="amount" id="balance">${balance}</p>
<p class="soft">Interest this year: <span id="interest">$12.05</span></p>
<script>localStorage.setItem("greeted", ${new Html(JSON.stringify(name).replaceAll("<", "\\u003c"))});</script>`;

/** Every submitted field, as JSON, so that each character is exact. */
const echo = (received: [name: string, value: string][]) =>
  page("Echo")`<h1>What did you type?</h1>
<form method="post" action="/echo">
<label for="value">Value</label>
<input id="value" name="value" value="there before">
<label for="long">Long value</label>
<textarea id="long" name="long" rows="3"></textarea>
<button>Send</button>
</form>
${received.map(([name, value]) => html`<p>Received ${name}</p><pre id="received-${name}">${JSON.stringify(value)}</pre>`)}`;

export const missing = page("Not here")`<h1>There is no such page</h1><p><a href="/">Go to the start</a></p>`;

const expected = `Basic ${Buffer.from("ada:love:lace").toString("base64")}`;

export const start: Pages = {
  gets: {
    "/": page("Start")`<h1>A site to practise on</h1>
<p>Nothing here is real. Sign in as <b>ada</b> with the password <b>lovelace</b>; the code is <b>349001</b>.</p>
<p><a href="/login">Sign in</a>, or try one of the <a href="/jobs">everyday jobs</a>.</p>
<p class="soft">Also here: <a href="/slow?ms=2000">a text that takes its time</a>, <a href="/echo">a form that says what it got</a>, <a href="/order">an order</a>, <a
href="/upload">a document to hand in</a>, <a href="/report">a report</a>, <a href="/price">a price that falls</a>, <a
href="/passing">texts that come and go</a>, <a href="/app">one page with two addresses</a>, <a href="/live-code">a code on a page that is not left</a>, <a
href="/code-boxes">a code in six boxes</a>, <a href="/one-time-code">a one-time code</a>, <a
href="/authenticator">a sign-in with one</a>, <a href="/orders">pages of orders</a>, <a href="/approvals">payments to
approve</a>, <a
href="/things">things to point at, drag and confirm</a>, <a href="/visitor">what a page learns of its visitor</a>, <a
href="/private">a page with a password of the browser's own</a>, <a href="/search">a search during typing</a>, <a href="/formats">fields that
change what they get</a>.</p>`,
    /** A page that loads at once and shows its text after `ms`. */
    "/slow": ({ url }) =>
      page("Slow")`<h1>A text that takes its time</h1>
<p id="text" aria-live="polite">Wait a moment…</p>
<script>setTimeout(() => { document.getElementById("text").textContent = "Here at last"; }, ${milliseconds(url)});</script>`,
    "/text": ({ url }) => page("Text")`<h1>A text</h1><p id="text">${url.searchParams.get("say") ?? ""}</p>`,
    "/echo": echo([]),
    /** What a page learns of its visitor: window, language, time zone, place and cookies. */
    "/visitor": ({ request }) =>
      page("Visitor")`<h1>Who are you?</h1>
<p id="cookies">${request.headers.cookie ?? ""}</p>
<p id="language">${request.headers["accept-language"] ?? ""}</p>
<p id="window"></p><p id="zone"></p><p id="place">asking</p>
<script>
const say = (id, words) => { document.getElementById(id).textContent = words; };
say("window", innerWidth + " x " + innerHeight);
say("zone", Intl.DateTimeFormat().resolvedOptions().timeZone + " " + navigator.language);
navigator.geolocation.getCurrentPosition(
  ({ coords }) => say("place", coords.latitude + ", " + coords.longitude),
  () => say("place", "refused"),
);
</script>`,
    /** A page for which the browser itself asks for a name and a password: ada and love:lace. */
    "/private": ({ request, response }) => {
      const isKnown = request.headers.authorization === expected;
      const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
      if (!isKnown) response.setHeader("www-authenticate", 'Basic realm="private"');
      response.writeHead(isKnown ? 200 : 401, headers);
      response.end(page("Private")`<h1>${isKnown ? "Welcome, Ada" : "Who is there?"}</h1>`);
    },
  },
  posts: { "/echo": (_, fields) => echo(Object.entries(fields)) },
};
