import type { IncomingMessage } from "node:http";
import { html } from "@gatepost/presenters/html";
import { framed, page } from "../layout.ts";
import { done, type Job, refused } from "./job.ts";

const cardFramePath = "/jobs/card-frame";

/** This machine under its other name, which browsers take for another site. */
function otherOrigin(request: IncomingMessage): string {
  const own = `http://${request.headers.host}`;
  const { hostname, port } = URL.canParse(own) ? new URL(own) : { hostname: "localhost", port: "" };
  return `http://${hostname === "localhost" ? "127.0.0.1" : "localhost"}${port && `:${port}`}`;
}

const checkout = (origin: string) =>
  page("Checkout")`<h1>Pay $12.00</h1>
<iframe src="${origin}${cardFramePath}/card" title="Card" style="height: 340px"></iframe>
<p id="paid" role="status">Not paid yet</p>
<script>
onmessage = ({ origin, data }) => {
  if (origin === "${origin}") document.getElementById("paid").textContent = "Paid with the card that ends in " + data;
};
</script>`;

const card = (problem: string) =>
  framed("Card")`<form method="post" action="${cardFramePath}/card">
<label for="number">Card number</label>
<input id="number" name="number" autocomplete="cc-number" inputmode="numeric" required>
<label for="expiry">Expiry date</label>
<input id="expiry" name="expiry" autocomplete="cc-exp" placeholder="MM/YY" required>
<label for="cvc">Security code</label>
<input id="cvc" name="cvc" autocomplete="cc-csc" inputmode="numeric" required>
${problem ? html`<p class="wrong" role="alert">${problem}</p>` : ""}
<button id="pay">Pay</button>
</form>`;

const paid = (last: string) => framed("Paid")`<p>Thank you</p><script>parent.postMessage("${last}", "*");</script>`;

export const cardFrame: Job = {
  path: cardFramePath,
  title: "Cross-origin frame",
  sentence: "A card is paid with in a frame of another site.",
  get: ({ request }) => checkout(otherOrigin(request)),
  gets: {
    [`${cardFramePath}/card`]: card(""),
  },
  posts: {
    [`${cardFramePath}/card`]: (_, { number = "", expiry = "", cvc = "" }) => {
      const digits = number.replaceAll(" ", "");
      if (!/^\d{16}$/.test(digits)) return card("That is not a card number.");
      if (!/^(0[1-9]|1[0-2])\/\d\d$/.test(expiry)) return card("The expiry date is like 04/29.");
      if (!/^\d{3}$/.test(cvc)) return card("The security code has three digits.");
      return paid(digits.slice(-4));
    },
  },
};

const approvalPath = "/jobs/approval";

export const approval: Job = {
  path: approvalPath,
  title: "Approval with a price",
  sentence: "A payment that a person approves after reading its amount.",
  get: page("A payment")`<h1>Confirm a payment</h1>
<table><tbody>
<tr><th scope="row">To</th><td id="payee">Bookshop Lisbon</td></tr>
<tr><th scope="row">Amount</th><td id="amount">$31.20</td></tr>
</tbody></table>
<form method="post" action="${approvalPath}">
<input type="hidden" name="payment" value="2207">
<button id="pay">Pay</button>
</form>`,
  post: (_, { payment: number = "" }) =>
    number === "2207"
      ? done("Your payment is made", "Bookshop Lisbon gets $31.20.")
      : refused("There is no such payment.", approvalPath),
};
