import { html } from "../html.ts";
import { page } from "../layout.ts";
import { show } from "../visit.ts";
import { done, type Job, refused } from "./job.ts";

const path = "/jobs/cookie-banner";

const banner = html`<div id="banner" role="dialog" aria-label="Cookies" style="position: fixed; inset: 0; display: grid; place-content: center; padding: 20px; background: var(--app)">
<p>We use cookies.</p><button id="accept">Accept</button></div>
<script>document.getElementById("accept").onclick = () => document.getElementById("banner").remove();</script>`;

const newsletter = (hasBanner: boolean) =>
  page(
    "Newsletter",
    html`<h1>Our newsletter</h1>
<form method="post" action="${path}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required>
<button id="subscribe">Subscribe</button>
</form>
${hasBanner ? banner : ""}`,
  );

export const cookieBanner: Job = {
  path,
  title: "A banner that appears only sometimes",
  sentence: "A form that half of its visitors find covered; ?banner=yes and ?banner=no decide it.",
  gets: {
    [path]: ({ response, url }) => {
      const asked = url.searchParams.get("banner");
      show(response, newsletter(asked ? asked === "yes" : Math.random() < 0.5));
    },
  },
  posts: {
    [path]: ({ response }, { email = "" }) =>
      email.includes("@")
        ? show(response, done("You are subscribed", `We write to ${email}.`))
        : show(response, refused("That is no email address.", path)),
  },
};
