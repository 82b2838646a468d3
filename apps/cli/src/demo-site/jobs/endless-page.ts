import { html } from "../html.ts";
import { page } from "../layout.ts";
import { show, showJson } from "../visit.ts";
import type { Job } from "./job.ts";

const path = "/jobs/endless-page";
const portion = 20;
const all = 60;

/** Loads more whenever its end comes into view. Its last picture never arrives, so that it never finishes loading. */
const feed = page(
  "Transactions",
  html`<h1>Transactions</h1>
<ol id="feed"></ol>
<p id="more" role="status">Loading more…</p>
<img src="${path}/live.png" alt="" width="1" height="1">
<script>
const [feed, more] = [document.getElementById("feed"), document.getElementById("more")];
const observer = new IntersectionObserver((seen) => { if (seen.some(({ isIntersecting }) => isIntersecting)) load(); });
async function load() {
  observer.disconnect();
  const items = await (await fetch("${path}/items?from=" + feed.children.length)).json();
  for (const text of items) feed.appendChild(Object.assign(document.createElement("li"), { className: "item", textContent: text }));
  if (items.length > 0) observer.observe(more);
  else more.remove();
}
observer.observe(more);
</script>`,
);

export const endlessPage: Job = {
  path,
  title: "Never-ending page",
  sentence: "A list that grows as you scroll, on a page that never finishes loading.",
  gets: {
    [path]: ({ response }) => show(response, feed),
    [`${path}/items`]: ({ response, url }) => {
      const from = Number(url.searchParams.get("from")) || 0;
      const length = Math.max(Math.min(portion, all - from), 0);
      showJson(
        response,
        Array.from({ length }, (_, n) => `Transaction ${from + n + 1}`),
      );
    },
    // Never answered; it ends with the connection.
    [`${path}/live.png`]: () => {},
  },
};
