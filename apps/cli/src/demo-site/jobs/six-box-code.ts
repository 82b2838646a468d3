import { rightCode } from "../accounts.ts";
import { html, join } from "../html.ts";
import { page } from "../layout.ts";
import { show } from "../visit.ts";
import { done, type Job } from "./job.ts";

const path = "/jobs/six-box-code";
const digits = [1, 2, 3, 4, 5, 6];

/** The focus moves on with each digit, and the last one submits the form. */
const boxes = (isWrong: boolean) =>
  page(
    "Your code",
    html`<h1>Enter your code</h1>
<p>We sent six digits to your phone.</p>
<form id="code" method="post" action="${path}" style="display: flex; gap: 8px">
${join(digits.map((n) => html`<input id="digit${n}" name="digit${n}" aria-label="Digit ${n}" inputmode="numeric" maxlength="1" autocomplete="off">`))}
</form>
${isWrong ? html`<p class="wrong" role="alert">That code is not right</p>` : ""}
<script>
const form = document.getElementById("code");
const boxes = [...form.elements];
boxes.forEach((box, n) => {
  box.oninput = () => {
    if (!box.value) return;
    boxes[n + 1]?.focus();
    if (boxes.every(({ value }) => value)) form.requestSubmit();
  };
});
</script>`,
  );

export const sixBoxCode: Job = {
  path,
  title: "Six-box code",
  sentence: "A code with a box for each digit, which is submitted with its last digit.",
  gets: { [path]: ({ response }) => show(response, boxes(false)) },
  posts: {
    [path]: ({ response }, fields) => {
      const code = digits.map((n) => fields[`digit${n}`] ?? "").join("");
      show(response, code === rightCode ? done("Signed in", "The code was right.") : boxes(true));
    },
  },
};
