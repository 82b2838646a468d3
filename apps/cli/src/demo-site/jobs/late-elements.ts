import { setTimeout as sleep } from "node:timers/promises";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import { show, showJson } from "../visit.ts";
import type { Job } from "./job.ts";

const path = "/jobs/late-elements";

const preparation = page(
  "Your statement",
  html`<h1>Your statement</h1>
<p id="state" role="status">We are preparing it…</p>
<form id="ready" method="post" action="${path}" hidden><button id="open">Open the statement</button></form>
<script>
setTimeout(() => {
  document.getElementById("state").textContent = "It is ready.";
  document.getElementById("ready").hidden = false;
}, 1000);
</script>`,
);

const statement = page(
  "Your statement",
  html`<h1>Your statement</h1>
<p id="state" role="status">Adding up…</p>
<script>
fetch("${path}/total").then((answer) => answer.json()).then((total) => {
  document.getElementById("state").insertAdjacentHTML("afterend", '<p class="amount" id="total"></p>');
  document.getElementById("total").textContent = total;
  document.getElementById("state").textContent = "Total of the quarter";
});
</script>`,
);

export const lateElements: Job = {
  path,
  title: "Late elements",
  sentence: "A statement whose button appears after a second, and whose total appears later still.",
  gets: {
    [path]: ({ response }) => show(response, preparation),
    [`${path}/total`]: async ({ response }) => {
      await sleep(800);
      showJson(response, "$1,547.95");
    },
  },
  posts: { [path]: ({ response }) => show(response, statement) },
};
