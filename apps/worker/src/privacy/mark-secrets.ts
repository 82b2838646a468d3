export interface Marks {
  /** Set on elements that show a secret and render its text themselves: fields, menus and SVG texts. */
  attribute: string;
  /**
   * The name of a custom highlight (CSS Custom Highlight API) over ordinary texts, so that the page's own tree is
   * unchanged.
   */
  highlight: string;
  /** As condense returns them. */
  secrets: string[];
  /** Whether to mark the places found, or to remove all marks. */
  marked: boolean;
}

/**
 * Finds every place where the document shows one of the secrets, also where it is spread over several elements or
 * fields, and marks fields and the like by an attribute and texts by a highlight. Returns how many there are.
 *
 * It runs inside the page: it is sent there as text and may use nothing from outside itself.
 */
export function markSecrets({ attribute, highlight, secrets, marked }: Marks): number {
  const nodes: Text[] = [];
  const places: { node: number; offset: number }[] = [];
  const boxes: Element[] = [];
  /** The field of each character of `typed`, because one code may have a field for each of its digits. */
  const typedIn: Element[] = [];
  let [shown, typed] = ["", ""];

  function visit(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) read(node);
      else if (node instanceof Element) {
        if (node.matches("input, textarea, select, svg text")) readBox(node);
        if (node.shadowRoot) visit(node.shadowRoot);
      }
    }
  }

  function read(node: Text): void {
    if (node.parentElement?.closest("script, style, noscript, template")) return;
    nodes.push(node);
    for (let offset = 0; offset < node.data.length; offset++) {
      const letter = comparableCharacter(node.data[offset] as string);
      if (letter === "") continue;
      shown += letter;
      places.push({ node: nodes.length - 1, offset });
    }
  }

  function readBox(box: Element): void {
    boxes.push(box);
    if (!(box instanceof HTMLInputElement) || /^(button|submit|reset|checkbox|radio|file|hidden)$/.test(box.type))
      return;
    const text = condensed(box.value);
    typed += text;
    for (let n = 0; n < text.length; n++) typedIn.push(box);
  }

  function condensed(text: string): string {
    return text.split("").map(comparableCharacter).join("");
  }

  function comparableCharacter(character: string): string {
    return /[\s\p{Cc}\p{Cf}]/u.test(character) ? "" : character.toLowerCase().slice(0, 1).replace("ς", "σ");
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
  const cover = new Highlight(...ranges);
  // Above the page's own highlights.
  cover.priority = 2 ** 31 - 1;
  if (marked) CSS.highlights.set(highlight, cover);
  else CSS.highlights.delete(highlight);

  const holding = new Set(
    boxes.filter((box) => {
      const { value, placeholder } = box as HTMLInputElement;
      const text = condensed(`${value}\n${placeholder}\n${box.textContent}`);
      return secrets.some((secret) => text.includes(secret));
    }),
  );
  for (const secret of secrets) {
    for (let at = typed.indexOf(secret); at >= 0; at = typed.indexOf(secret, at + 1)) {
      for (const box of typedIn.slice(at, at + secret.length)) holding.add(box);
    }
  }
  for (const box of boxes) box.toggleAttribute(attribute, marked && holding.has(box));
  return ranges.length + holding.size;
}
