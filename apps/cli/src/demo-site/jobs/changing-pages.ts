import { setTimeout as sleep } from "node:timers/promises";
import { page, showJson } from "../layout.ts";
import type { Job } from "./job.ts";

const lateElementsPath = "/jobs/late-elements";

export const lateElements: Job = {
  path: lateElementsPath,
  title: "Late elements",
  sentence: "A statement whose button appears after a second, and whose total appears later still.",
  get: page("Your statement")`<h1>Your statement</h1>
<p id="state" role="status">We are preparing it…</p>
<form id="ready" method="post" action="${lateElementsPath}" hidden><button id="open">Open the statement</button></form>
<script>
setTimeout(() => {
  document.getElementById("state").textContent = "It is ready.";
  document.getElementById("ready").hidden = false;
}, 1000);
</script>`,
  gets: {
    [`${lateElementsPath}/total`]: async ({ response }) => {
      await sleep(800);
      showJson(response, "$1,547.95");
    },
  },
  post: page("Your statement")`<h1>Your statement</h1>
<p id="state" role="status">Adding up…</p>
<script>
fetch("${lateElementsPath}/total").then((answer) => answer.json()).then((total) => {
  document.getElementById("state").insertAdjacentHTML("afterend", '<p class="amount" id="total"></p>');
  document.getElementById("total").textContent = total;
  document.getElementById("state").textContent = "Total of the quarter";
});
</script>`,
};

const endlessPagePath = "/jobs/endless-page";
const portion = 20;
const all = 60;

export const endlessPage: Job = {
  path: endlessPagePath,
  title: "Never-ending page",
  sentence: "A list that grows as you scroll, on a page that never finishes loading.",
  /** Loads more whenever its end comes into view. Its last picture never arrives, so that it never finishes loading. */
  get: page("Transactions")`<h1>Transactions</h1>
<ol id="feed"></ol>
<p id="more" role="status">Loading more…</p>
<img src="${endlessPagePath}/live.png" alt="" width="1" height="1">
<script>
const [feed, more] = [document.getElementById("feed"), document.getElementById("more")];
const observer = new IntersectionObserver((seen) => { if (seen.some(({ isIntersecting }) => isIntersecting)) load(); });
async function load() {
  observer.disconnect();
  const items = await (await fetch("${endlessPagePath}/items?from=" + feed.children.length)).json();
  for (const text of items) feed.appendChild(Object.assign(document.createElement("li"), { className: "item", textContent: text }));
  if (items.length > 0) observer.observe(more);
  else more.remove();
}
observer.observe(more);
</script>`,
  gets: {
    [`${endlessPagePath}/items`]: ({ response, url }) => {
      const from = Number(url.searchParams.get("from")) || 0;
      const length = Math.max(Math.min(portion, all - from), 0);
      const items = Array.from({ length }, (_, n) => `Transaction ${from + n + 1}`);
      showJson(response, items);
    },
    // Never answered; it ends with the connection.
    [`${endlessPagePath}/live.png`]: () => {},
  },
};

const ownLanguagePath = "/jobs/own-language";

const words = {
  en: { title: "Your account", greeting: "Good morning", balance: "Balance", call: "We call you at" },
  de: { title: "Ihr Konto", greeting: "Guten Morgen", balance: "Kontostand", call: "Wir rufen Sie an um" },
  pt: { title: "A sua conta", greeting: "Bom dia", balance: "Saldo", call: "Ligamos-lhe às" },
};

const account = (language: keyof typeof words) => {
  const { title, greeting, balance, call } = words[language];
  const amount = new Intl.NumberFormat(language === "pt" ? "pt-PT" : language, {
    style: "currency",
    currency: "EUR",
  }).format(1284.5);
  return page(title, language)`<h1>${title}</h1>
<style>
  .wide { display: none; }
  @media (min-width: 600px) { .wide { display: block; } .narrow { display: none; } }
</style>
<p class="narrow" data-layout="phone">☰</p>
<p class="wide" data-layout="desktop">${greeting}</p>
<p>${balance}: <b id="balance">${amount}</b></p>
<p>${call} <b id="time"></b></p>
<script>
const at = new Date("2027-03-12T09:00:00Z");
document.getElementById("time").textContent = at.toLocaleTimeString(navigator.language, { timeStyle: "short" });
</script>`;
};

export const ownLanguage: Job = {
  path: ownLanguagePath,
  title: "Own window size and language",
  sentence: "A page in English, German or Portuguese, for phones or larger windows, in the visitor's time zone.",
  get: ({ request }) => {
    const asked = request.headers["accept-language"]?.slice(0, 2) ?? "en";
    return account(asked === "de" || asked === "pt" ? asked : "en");
  },
};
