import { html } from "../html.ts";
import { page } from "../layout.ts";
import { show } from "../visit.ts";
import { done, type Job, refused } from "./job.ts";

const path = "/jobs/approval";

const payment = page(
  "A payment",
  html`<h1>Confirm a payment</h1>
<table><tbody>
<tr><th scope="row">To</th><td id="payee">Bookshop Lisbon</td></tr>
<tr><th scope="row">Amount</th><td id="amount">$31.20</td></tr>
</tbody></table>
<form method="post" action="${path}">
<input type="hidden" name="payment" value="2207">
<button id="pay">Pay</button>
</form>`,
);

export const approval: Job = {
  path,
  title: "Approval with a price",
  sentence: "A payment that a person approves after reading its amount.",
  gets: { [path]: ({ response }) => show(response, payment) },
  posts: {
    [path]: ({ response }, { payment: number = "" }) =>
      number === "2207"
        ? show(response, done("Your payment is made", "Bookshop Lisbon gets $31.20."))
        : show(response, refused("There is no such payment.", path)),
  },
};
