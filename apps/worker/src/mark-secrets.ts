export interface Marks {
  /** Set on what shows a secret and draws its text by itself: fields, menus and texts of SVG. */
  attribute: string;
  /** The name of a custom highlight (CSS Custom Highlight API) over texts that do: the page's own tree stays as it is. */
  highlight: string;
  /** Lower case, without blanks. */
  secrets: string[];
  /** Whether to mark what is found, or to remove all marks. */
  marked: boolean;
}

/**
 * Finds every place where the document shows one of the secrets, also where it is spread over several elements, and
 * marks fields and the like by an attribute and texts by a highlight. Returns how many there are.
 *
 * It runs inside the page: it is sent there as text and may use nothing from outside itself.
 */
export function markSecrets({ attribute, highlight, secrets, marked }: Marks): number {
  const nodes: Text[] = [];
  const places: { node: number; offset: number }[] = [];
  const boxes: Element[] = [];
  let shown = "";

  function visit(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) read(node);
      else if (node instanceof Element) {
        if (node.matches("input, textarea, select, svg text")) boxes.push(node);
        if (node.shadowRoot) visit(node.shadowRoot);
      }
    }
  }

  function read(node: Text): void {
    if (node.parentElement?.closest("script, style, noscript, template")) return;
    nodes.push(node);
    for (let offset = 0; offset < node.data.length; offset++) {
      const character = node.data[offset] as string;
      if (/\s/.test(character)) continue;
      shown += character.toLowerCase().slice(0, 1);
      places.push({ node: nodes.length - 1, offset });
    }
  }

  visit(document);
  const ranges: Range[] = [];
  for (const secret of secrets) {
    for (let at = shown.indexOf(secret); at >= 0; at = shown.indexOf(secret, at + 1)) {
      // One range per text node: a range cannot reach across shadow roots.
      const byNode = Map.groupBy(places.slice(at, at + secret.length), ({ node }) => node);
      for (const [index, part] of byNode) {
        const range = document.createRange();
        range.setStart(nodes[index] as Text, part[0]?.offset ?? 0);
        range.setEnd(nodes[index] as Text, (part.at(-1)?.offset ?? 0) + 1);
        ranges.push(range);
      }
    }
  }
  if (marked) CSS.highlights.set(highlight, new Highlight(...ranges));
  else CSS.highlights.delete(highlight);

  const holding = boxes.filter((box) => {
    const { value, placeholder } = box as HTMLInputElement;
    const text = `${value}\n${placeholder}\n${box.textContent}`.replace(/\s/g, "").toLowerCase();
    return secrets.some((secret) => text.includes(secret));
  });
  for (const box of boxes) box.toggleAttribute(attribute, marked && holding.includes(box));
  return ranges.length + holding.length;
}
