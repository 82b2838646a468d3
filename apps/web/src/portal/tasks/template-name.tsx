/** A template's name. That of a draft ends with a hash, which is long and tells people nothing: it is shown on demand. */
export function TemplateName({ name }: { name: string }) {
  const short = name.replace(/( \(draft \d{4}-\d\d-\d\d) [0-9a-f]{16}\)$/, "$1)");
  return short === name ? name : <span title={name}>{short}</span>;
}
