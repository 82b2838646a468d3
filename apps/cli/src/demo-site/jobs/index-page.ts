import { html, join } from "../html.ts";
import { page } from "../layout.ts";
import { jobs } from "./jobs.ts";

/** All jobs, each with a link to the page on which it begins. */
export const jobIndex = () =>
  page(
    "Jobs",
    html`<h1>Everyday jobs</h1>
<p>Gatepost has a built-in template for each of them.</p>
<dl>${join(jobs.map(({ path, title, sentence }) => html`<dt><a href="${path}">${title}</a></dt><dd>${sentence}</dd>`))}</dl>`,
  );
