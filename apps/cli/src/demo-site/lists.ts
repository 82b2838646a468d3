import { html } from "@gatepost/presenters/html";
import { type Pages, page, seeOther } from "./layout.ts";

const orders = [
  ["1041", "A card", "$12.00"],
  ["1042", "A transfer", "$99.00"],
  ["1043", "A cheque", "$7.50"],
  ["1044", "A card", "$12.00"],
  ["1045", "A standing order", "$31.20"],
] as const;
const ordersOnPage = 2;

/** Pages with more than fits on one, and things to point at. */
export const lists: Pages = {
  gets: {
    /** Two orders at a time, each with a button that confirms it; the last page has no link to another. */
    "/orders": ({ url }) => {
      const number = count(url, "page", 1);
      const first = (number - 1) * ordersOnPage;
      const shown = orders.slice(first, first + ordersOnPage);
      return page("Orders")`<h1>Orders, page ${number}</h1>
<table id="orders"><tbody>${shown.map(
        ([id, what, amount]) =>
          html`<tr class="order"><td class="id"><a href="/orders/${id}">${id}</a></td><td class="what">${what}</td><td class="sum">${amount}</td></tr>`,
      )}</tbody></table>
${first + ordersOnPage < orders.length ? html`<p><a id="next" href="/orders?page=${number + 1}">Next page</a></p>` : ""}`;
    },
    /** Orders that wait for approval: each is approved with a number of its own, and then the next one is shown. */
    "/approvals": ({ url }) => {
      const left = count(url, "left", 3);
      return left > 0
        ? page("Approvals")`<h1>Payment ${left}</h1>
<p>Pay <b id="amount">$${left}.00</b> to <b id="payee">Shop ${left}</b></p>
<form method="post" action="/approvals?left=${left}">
<label for="pin">Number</label><input id="pin" name="pin" autocomplete="off">
<button id="approve">Approve</button>
</form>`
        : page("Approvals")`<h1>Nothing to approve</h1>`;
    },
    /** A menu under the pointer, a card to drag, dialogs, an end that loads more, and another window. */
    "/things": page("Things")`<h1>Things to do</h1>
<style>#menu ul { visibility: hidden; } #menu:hover ul { visibility: visible; }</style>
<div id="menu">Menu<ul><li><a id="item" href="/text?say=Item">An item</a></li></ul></div>
<div id="card" draggable="true">A card</div>
<div id="basket" style="height: 40px; border: 1px solid">The basket</div>
<button id="delete">Delete everything</button>
<button id="rename">Rename</button>
<p id="text" aria-live="polite">Nothing done yet</p>
<a id="window" href="/text?say=Window" target="_blank">Another window</a>
<p style="height: 2000px">A long page</p>
<p id="end">The end</p>
<p id="more" aria-live="polite"></p>
<script>
const say = (words) => { document.getElementById("text").textContent = words; };
const on = (id, event, listener) => document.getElementById(id).addEventListener(event, listener);
on("basket", "dragover", (event) => event.preventDefault());
on("basket", "drop", () => say("The card is in the basket"));
on("delete", "click", () => say(confirm("Delete everything?") ? "Deleted" : "Kept"));
on("rename", "click", () => say("Renamed to " + prompt("New name?")));
new IntersectionObserver((seen) => {
  if (seen.some(({ isIntersecting }) => isIntersecting)) document.getElementById("more").textContent = "More";
}).observe(document.getElementById("end"));
</script>`,
  },
  posts: {
    "/approvals": ({ response, url }) => seeOther(response, `/approvals?left=${count(url, "left", 1) - 1}`),
  },
};

function count(url: URL, name: string, otherwise: number): number {
  const given = Number(url.searchParams.get(name) ?? otherwise);
  return Number.isSafeInteger(given) ? Math.min(Math.max(given, 0), 1_000) : otherwise;
}
