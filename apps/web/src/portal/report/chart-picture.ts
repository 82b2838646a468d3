const copied = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity"];
const margin = 12;
const line = 18;

interface PictureTexts {
  title: string;
  /** What the bars cover, and with what they are compared. */
  caption: string;
  legend: readonly { name: string; colour: string }[];
  /** The notes on the chart, each with its day. */
  notes: readonly string[];
}

/**
 * The chart as shown on the screen, in its theme, at twice its size, with its title, legend, caption and notes, all in
 * the page's type. Texts of the chart are drawn here too, because a picture made of SVG has no access to the page's
 * fonts.
 */
export async function chartPicture(svg: SVGSVGElement, texts: PictureTexts): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const body = getComputedStyle(document.body);
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser cannot create pictures.");
  const font = (size: number, weight = 400) => `${weight} ${size}px ${body.fontFamily}`;
  const measure = (text: string) => pen.measureText(text).width;

  pen.font = font(12);
  const inner = width - 2 * margin;
  const entries = placeLegend(
    texts.legend.map(({ name }) => measure(name)),
    inner,
  );
  const below = [texts.caption, ...texts.notes.map((note) => `⚑ ${note}`)].flatMap((text) =>
    wrapText(text, inner, measure),
  );
  pen.font = font(14, 600);
  const title = wrapText(texts.title, inner, measure);
  const legendTop = margin + title.length * (line + 2) + 4;
  const above = legendTop + ((entries.at(-1)?.row ?? -1) + 1) * line + 4;
  canvas.width = width * 2;
  canvas.height = (above + height + below.length * line + margin) * 2;

  pen.scale(2, 2);
  pen.fillStyle = body.backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = body.color;
  pen.font = font(14, 600);
  for (const [index, text] of title.entries()) pen.fillText(text, margin, margin + 14 + index * (line + 2));
  pen.font = font(12);
  entries.forEach(({ x, row }, index) => {
    const { name = "", colour = "" } = texts.legend[index] ?? {};
    const y = legendTop + row * line;
    pen.fillStyle = resolve(colour);
    pen.fillRect(margin + x, y + 3, 10, 10);
    pen.fillStyle = body.color;
    pen.fillText(name, margin + x + 15, y + 12);
  });
  pen.drawImage(await shapesOf(svg, width, height), 0, above, width, height);
  drawTexts(pen, svg, above, font);
  pen.fillStyle = body.color;
  pen.font = font(12);
  pen.textAlign = "left";
  for (const [index, text] of below.entries()) pen.fillText(text, margin, above + height + 14 + index * line);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The picture could not be created."))), "image/png"),
  );
}

/** The chart without its texts, as it looks in the page. */
async function shapesOf(svg: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const shown = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, index) => {
    const style = getComputedStyle(shown[index] as Element);
    for (const property of copied) element.setAttribute(property, style.getPropertyValue(property));
  });
  for (const text of copy.querySelectorAll("text")) text.remove();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await picture.decode();
  return picture;
}

function drawTexts(
  pen: CanvasRenderingContext2D,
  svg: SVGSVGElement,
  above: number,
  font: (size: number) => string,
): void {
  const frame = svg.getBoundingClientRect();
  for (const text of svg.querySelectorAll("text")) {
    const box = text.getBoundingClientRect();
    const style = getComputedStyle(text);
    const size = Number.parseFloat(style.fontSize);
    pen.font = font(size);
    pen.fillStyle = style.fill;
    pen.textAlign = "left";
    // The box is as high as the line; the letters stand on three quarters of it.
    pen.fillText(text.textContent ?? "", box.left - frame.left, above + box.top - frame.top + box.height * 0.77);
  }
}

/** The colour of a token in this theme. */
function resolve(colour: string): string {
  const probe = document.createElement("span");
  probe.style.color = colour;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The space that an entry takes besides its name: its square, and the gap to the next. */
const besideName = 32;

/** Where the entries of a legend go, given the widths of their names: in as many rows as they need. In pixels. */
export function placeLegend(names: readonly number[], width: number): { x: number; row: number }[] {
  let [x, row] = [0, 0];
  return names.map((name) => {
    if (x > 0 && x + besideName + name > width) [x, row] = [0, row + 1];
    const placed = { x, row };
    x += besideName + name;
    return placed;
  });
}

/** A text in lines that are at most as wide as given, broken between words. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
