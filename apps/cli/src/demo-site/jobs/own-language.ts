import { html } from "../html.ts";
import { page } from "../layout.ts";
import { show } from "../visit.ts";
import type { Job } from "./job.ts";

const path = "/jobs/own-language";

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
  return page(
    title,
    html`<h1>${title}</h1>
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
</script>`,
    language,
  );
};

export const ownLanguage: Job = {
  path,
  title: "Own window size and language",
  sentence: "A page in English, German or Portuguese, for phones or larger windows, in the visitor's time zone.",
  gets: {
    [path]: ({ response, request }) => {
      const asked = request.headers["accept-language"]?.slice(0, 2) ?? "en";
      show(response, account(asked === "de" || asked === "pt" ? asked : "en"));
    },
  },
};
