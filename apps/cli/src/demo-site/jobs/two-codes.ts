import { rightCode } from "../accounts.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import { show } from "../visit.ts";
import { done, type Job } from "./job.ts";

const path = "/jobs/two-codes";

/** The code that the site pretends to have sent by email. */
export const emailedCode = "771204";

const confirmation = (isWrong: boolean) =>
  page(
    "A new device",
    html`<h1>Confirm a new device</h1>
<form method="post" action="${path}">
<label for="sms">Code from the text message</label>
<input id="sms" name="sms" inputmode="numeric" autocomplete="one-time-code" required>
<label for="email">Code from the email</label>
<input id="email" name="email" inputmode="numeric" autocomplete="off" required>
${isWrong ? html`<p class="wrong" role="alert">One of the codes is not right</p>` : ""}
<button id="confirm">Confirm</button>
</form>`,
  );

export const twoCodes: Job = {
  path,
  title: "Two late values",
  sentence: `A code from a text message (${rightCode}) and another one from an email (${emailedCode}).`,
  gets: { [path]: ({ response }) => show(response, confirmation(false)) },
  posts: {
    [path]: ({ response }, { sms = "", email = "" }) =>
      sms === rightCode && email === emailedCode
        ? show(response, done("Your device is confirmed", "Both codes were right."))
        : show(response, confirmation(true)),
  },
};
