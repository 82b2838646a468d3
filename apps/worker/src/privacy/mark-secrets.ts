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
  /**
   * While somebody watches the page: the style that covers marks and password fields, which every document and shadow root
   * gets. Only places are counted that were not covered before.
   */
  sheet?: { text: string; whileMarked: string };
}

/**
 * Finds every place where the document shows one of the secrets, also where it is spread over several elements or
 * fields, and marks fields and the like by an attribute and texts by a highlight. Returns how many there are, or with a sheet
 * how many of them were not covered.
 *
 * It runs inside the page: it is sent there as text and may use nothing from outside itself.
 */
export function markSecrets({ attribute, highlight, secrets, marked, sheet }: Marks): number {
  const nodes: Text[] = [];
  const places: { node: number; offset: number }[] = [];
  const boxes: Element[] = [];
  /** The field of each character of `typed`, because one code may have a field for each of its digits. */
  const typedIn: Element[] = [];
  let [shown, typed] = ["", ""];
  const roots: (Document | ShadowRoot)[] = [];

  function visit(root: Document | ShadowRoot): void {
    roots.push(root);
    // Without a secret only the shadow roots are sought, for the sheet.
    if (sheet && secrets.length === 0) {
      for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) visit(shadowRoot);
      return;
    }
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
  const before = new Set<string>();
  const indices = new Map<Node, number>(sheet ? nodes.map((node, index) => [node, index]) : []);
  const nameOf = ({ startContainer, startOffset, endOffset }: AbstractRange) => {
    return `${indices.get(startContainer)} ${startOffset} ${endOffset}`;
  };
  if (sheet) for (const range of CSS.highlights.get(highlight) ?? []) before.add(nameOf(range));
  // To set it again would have the page painted again.
  const isSame = new Set(ranges.map(nameOf)).size === before.size && ranges.every((range) => before.has(nameOf(range)));
  if (!marked) CSS.highlights.delete(highlight);
  else if (!isSame || !sheet) {
    const cover = new Highlight(...ranges);
    // Above the page's own highlights.
    cover.priority = 2 ** 31 - 1;
    CSS.highlights.set(highlight, cover);
  }

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
  if (!sheet) {
    for (const box of boxes) box.toggleAttribute(attribute, marked && holding.has(box));
    return ranges.length + holding.size;
  }
  let uncovered = ranges.filter((range) => !before.has(nameOf(range))).length;
  for (const box of holding) if (!box.hasAttribute(attribute)) uncovered += 1;
  for (const box of boxes) box.toggleAttribute(attribute, marked && holding.has(box));
  const text = ranges.length > 0 ? sheet.text + sheet.whileMarked : sheet.text;
  for (const root of roots) {
    const isOurs = (one: CSSStyleSheet) => Reflect.has(one, attribute);
    let ours = root.adoptedStyleSheets.find(isOurs);
    if (!marked) {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => !isOurs(one));
      continue;
    }
    if (!ours) {
      ours = new CSSStyleSheet();
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, ours];
      uncovered += root.querySelectorAll("input[type=password]").length;
    }
    if (Reflect.get(ours, attribute) !== text) {
      Object.assign(ours, { [attribute]: text });
      ours.replaceSync(text);
      uncovered += ranges.length;
    }
  }
  return uncovered;
}
