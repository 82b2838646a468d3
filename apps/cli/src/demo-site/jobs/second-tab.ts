import { html } from "../html.ts";
import { page } from "../layout.ts";
import { show } from "../visit.ts";
import { done, type Job, refused } from "./job.ts";

const path = "/jobs/second-tab";
const reference = "GP-2207-18";

const form = page(
  "Your claim",
  html`<h1>Follow a claim</h1>
<p><a id="find" href="${path}/letter" target="_blank" rel="noopener">Where is my reference? (opens a new tab)</a></p>
<form method="post" action="${path}">
<label for="reference">Reference</label>
<input id="reference" name="reference" required>
<button id="follow">Continue</button>
</form>`,
);

const letter = page(
  "Our letter",
  html`<h1>Our letter to you</h1><p>Your reference is <b id="number">${reference}</b>.</p>`,
);

export const secondTab: Job = {
  path,
  title: "Second tab",
  sentence: "A reference is read in a tab that a link opens, and entered in the first one.",
  gets: {
    [path]: ({ response }) => show(response, form),
    [`${path}/letter`]: ({ response }) => show(response, letter),
  },
  posts: {
    [path]: ({ response }, { reference: given = "" }) =>
      given === reference
        ? show(response, done("Your claim is open", "We answer within a week."))
        : show(response, refused("There is no such claim.", path)),
  },
};
