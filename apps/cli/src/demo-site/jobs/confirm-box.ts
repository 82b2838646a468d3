import { html } from "../html.ts";
import { page } from "../layout.ts";
import { show } from "../visit.ts";
import { done, type Job, refused } from "./job.ts";

const path = "/jobs/confirm-box";

const order = page(
  "Your order",
  html`<h1>Order 1042</h1>
<p>A transfer of $99.00, due tomorrow.</p>
<form id="form" method="post" action="${path}">
<input type="hidden" name="order" value="1042">
<button id="cancel">Cancel this order</button>
</form>
<script>document.getElementById("form").onsubmit = () => confirm("Cancel order 1042?");</script>`,
);

export const confirmBox: Job = {
  path,
  title: "Confirm box",
  sentence: "A button that asks in a dialog of the browser whether you are sure.",
  gets: { [path]: ({ response }) => show(response, order) },
  posts: {
    [path]: ({ response }, { order: number = "" }) =>
      number === "1042"
        ? show(response, done("Cancelled", "Order 1042 is cancelled."))
        : show(response, refused("There is no such order.", path)),
  },
};
