/** A PDF of one page with these lines, which must be plain ASCII. */
export function pdf(lines: readonly string[]): Buffer {
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
