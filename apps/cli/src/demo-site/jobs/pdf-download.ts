import { html } from "../html.ts";
import { page } from "../layout.ts";
import { pdf } from "../pdf.ts";
import { show } from "../visit.ts";
import type { Job } from "./job.ts";

const path = "/jobs/pdf-download";

/** What the link leads to. */
export const statementPdf = pdf(["Statement of March 2027", "Paid in $950.00", "Paid out $401.10"]);

const statements = page(
  "Statements",
  html`<h1>Your statements</h1>
<p>March 2027: <a id="statement" href="${path}/statement">Statement (PDF)</a></p>`,
);

export const pdfDownload: Job = {
  path,
  title: "PDF download",
  sentence: "A link to a PDF, which a browser on a desk shows in place of the page.",
  gets: {
    [path]: ({ response }) => show(response, statements),
    [`${path}/statement`]: ({ response }) => {
      const headers = { "content-type": "application/pdf", "content-disposition": 'inline; filename="statement.pdf"' };
      response.writeHead(200, headers).end(statementPdf);
    },
  },
};
