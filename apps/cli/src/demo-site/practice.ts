import { setTimeout as sleep } from "node:timers/promises";
import { html } from "@gatepost/presenters/html";
import { rightCode } from "./accounts.ts";
import { milliseconds, type Pages, page, showJson } from "./layout.ts";

const received = (fields: Record<string, string>) =>
  Object.entries(fields).map(
    ([name, value]) => html`<p class="soft">${name}</p><pre id="received-${name}">${value}</pre>`,
  );

const countries = { pt: "Portugal", no: "Norway", jp: "Japan" };

const order = (problem: string) =>
  page("Order")`<h1>Order a card</h1>
<form method="post" action="/order">
<label for="country">Country</label>
<select id="country" name="country"><option value="">Choose…</option>
${Object.entries(countries).map(([value, name]) => html`<option value="${value}">${name}</option>`)}</select>
<label><input type="radio" id="post" name="delivery" value="post" checked> By post</label>
<label><input type="radio" id="courier" name="delivery" value="courier"> By courier</label>
<label><input type="checkbox" id="terms" name="terms" value="yes"> I agree to the terms</label>
<label><input type="checkbox" id="news" name="news" value="yes" checked> Send me news</label>
${problem ? html`<p class="wrong" role="alert">${problem}</p>` : ""}
<button id="place">Place the order</button>
</form>`;

const review = (fields: Record<string, string>) =>
  page("Review")`<h1>Is this right?</h1>
${received(fields)}
<p>Total <b id="total">$12.00</b></p>
<form method="post" action="/confirm"><button id="confirm">Confirm the order</button></form>`;

const months: [month: string, paidIn: string, paidOut: string][] = [
  ["January", "$900.00", "$412.20"],
  ["February", "$900.00", "$388.75"],
  ["March", "$950.00", "$401.10"],
];

/** A single-page application that changes its address itself. */
const singlePage = page("One page")`<h1 id="view">Overview</h1>
<p><a href="/app/account">Account</a></p>
<script>
const show = () => { document.getElementById("view").textContent = location.pathname.endsWith("account") ? "Account" : "Overview"; };
document.querySelector("main a").onclick = (event) => {
  event.preventDefault();
  setTimeout(() => { history.pushState(null, "", "/app/account?tab=1"); show(); }, 200);
};
onpopstate = show;
show();
</script>`;

/** Pages for single kinds of steps: forms, files, and texts that appear and disappear. */
export const practice: Pages = {
  gets: {
    /** The page that the step guide's examples use. */
    "/account": page("Account")`<h1 id="account">An account</h1>
<p class="amount" id="balance">$1,284.50</p>
<form action="/account"><button type="submit">Refresh</button></form>`,
    "/order": order(""),
    "/upload": page("Upload")`<h1>Hand in a document</h1>
<form method="post" action="/upload" enctype="multipart/form-data">
<label for="document">Document</label>
<input id="document" name="document" type="file" required>
<button id="send">Send</button>
</form>`,
    "/report": page("Report")`<h1>The first quarter</h1>
<table id="months">
<thead><tr><th>Month</th><th>Paid in</th><th>Paid out</th></tr></thead>
<tbody>${months.map(([month, paidIn, paidOut]) => html`<tr><td>${month}</td><td>${paidIn}</td><td>${paidOut}</td></tr>`)}</tbody>
</table>
<p><a id="file" href="/report.csv">Download it</a></p>`,
    "/report.csv": ({ response }) => {
      const headers = { "content-type": "text/csv", "content-disposition": 'attachment; filename="report.csv"' };
      const rows = ["Month,Paid in,Paid out", ...months.map((row) => row.join(","))];
      response.writeHead(200, headers).end(rows.join("\r\n"));
    },
    /** A price that falls after `ms`. */
    "/price": ({ url }) =>
      page("Price")`<h1>A flight to Lisbon</h1>
<p class="amount" id="price">$120.00</p>
<p>Last spring it was $99.00.</p>
<script>setTimeout(() => { document.getElementById("price").textContent = "$99.00"; }, ${milliseconds(url)});</script>`,
    /** A text and a spinner that disappear after `ms`, and a text that then appears for `stay`. */
    "/passing": ({ url }) =>
      page("Passing")`<h1>Coming and going</h1>
<p id="text" aria-live="polite">Loading</p><p class="spinner" role="status">…</p>
<script>
const text = document.getElementById("text");
setTimeout(() => {
  text.textContent = "Loaded";
  document.querySelector(".spinner").hidden = true;
  setTimeout(() => { text.textContent = "Over"; }, ${milliseconds(url, "stay", 10_000)});
}, ${milliseconds(url)});
</script>`,
    "/app": singlePage,
    "/app/account": singlePage,
    /**
     * A code that is sent without leaving the page. Then "not right" is left as it is (`kept`), written `again`, or
     * `cleared` while the site checks the next code. With `reloaded`, the page is loaded again instead.
     */
    "/live-code": ({ url }) =>
      page("Your code")`<h1>Enter your code</h1>
<form id="form">
<label for="code">Code</label>
<input id="code" name="code" autocomplete="one-time-code">
<p class="wrong" id="wrong" role="alert"></p>
<button id="send">Confirm</button>
</form>
<script>
const [way, ms] = ["${url.searchParams.get("way") ?? "kept"}", ${milliseconds(url, "ms", 0)}];
const [form, wrong] = [document.getElementById("form"), document.getElementById("wrong")];
form.onsubmit = async (event) => {
  event.preventDefault();
  if (way === "cleared") wrong.textContent = "";
  const answer = await fetch("/live-code?ms=" + ms, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (await answer.json()) document.querySelector("main").innerHTML = "<h1>Welcome, Ada</h1>";
  else if (way === "reloaded") location.reload();
  else if (way !== "kept" || !wrong.textContent) wrong.textContent = "That code is not right";
};
</script>`,
  },
  posts: {
    "/live-code": async ({ response, url }, { code = "" }) => {
      await sleep(milliseconds(url, "ms", 0));
      showJson(response, code === rightCode);
    },
    "/order": (_, fields) => {
      if (!fields.country) return order("Choose a country");
      if (!fields.terms) return order("You have to agree to the terms");
      return review(fields);
    },
    "/confirm": page("Confirmed")`<h1>Your order is confirmed</h1><p id="number">Order 1042</p>`,
    /** Name, size and digest of a file, so that each byte is checked. */
    "/upload": (_, { name = "", size = "", sha256 = "" }) =>
      page("Received")`<h1>We have your document</h1>${received({ name, size, sha256 })}`,
  },
};
