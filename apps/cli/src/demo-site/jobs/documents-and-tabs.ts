import { page } from "../layout.ts";
import { done, type Job, refused } from "./job.ts";

const secondTabPath = "/jobs/second-tab";
const reference = "GP-2207-18";

export const secondTab: Job = {
  path: secondTabPath,
  title: "Second tab",
  sentence: "A reference is read in a tab that a link opens, and entered in the first one.",
  get: page("Your claim")`<h1>Follow a claim</h1>
<p><a id="find" href="${secondTabPath}/letter" target="_blank" rel="noopener">Where is my reference? (opens a new tab)</a></p>
<form method="post" action="${secondTabPath}">
<label for="reference">Reference</label>
<input id="reference" name="reference" required>
<button id="follow">Continue</button>
</form>`,
  gets: {
    [`${secondTabPath}/letter`]: page(
      "Our letter",
    )`<h1>Our letter to you</h1><p>Your reference is <b id="number">${reference}</b>.</p>`,
  },
  post: (_, { reference: given = "" }) =>
    given === reference
      ? done("Your claim is open", "We answer within a week.")
      : refused("There is no such claim.", secondTabPath),
};

/** A PDF of one page with these lines, which must be plain ASCII. */
function pdf(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) '`).join("\n");
  const content = `BT /F1 14 Tf 20 TL 60 780 Td\n${text}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ].map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`);
  const header = "%PDF-1.4\n";
  // The table at the end says at which byte each object begins.
  const starts = objects.map((_, n) => header.length + objects.slice(0, n).join("").length);
  const table = starts.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return Buffer.from(
    `${header}${objects.join("")}xref\n0 ${size}\n0000000000 65535 f \n${table}` +
      `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${header.length + objects.join("").length}\n%%EOF\n`,
    "latin1",
  );
}

const pdfDownloadPath = "/jobs/pdf-download";

/** What the link leads to. */
export const statementPdf = pdf(["Statement of March 2027", "Paid in $950.00", "Paid out $401.10"]);

export const pdfDownload: Job = {
  path: pdfDownloadPath,
  title: "PDF download",
  sentence: "A link to a PDF, which a browser on a desk shows in place of the page.",
  get: page("Statements")`<h1>Your statements</h1>
<p>March 2027: <a id="statement" href="${pdfDownloadPath}/statement">Statement (PDF)</a></p>`,
  gets: {
    [`${pdfDownloadPath}/statement`]: ({ response }) => {
      const headers = { "content-type": "application/pdf", "content-disposition": 'inline; filename="statement.pdf"' };
      response.writeHead(200, headers).end(statementPdf);
    },
  },
};
