/** Downloads a file in the reader's browser. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const copied = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "text-anchor",
];

/** The chart as shown on the screen, in its theme, at twice its size, with its title above it. */
export async function chartPicture(
  svg: SVGSVGElement,
  title: string,
  legend: readonly { name: string; colour: string }[],
): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const shown = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, index) => {
    const style = getComputedStyle(shown[index] as Element);
    for (const property of copied) element.setAttribute(property, style.getPropertyValue(property));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await picture.decode();

  const root = getComputedStyle(document.documentElement);
  const body = getComputedStyle(document.body);
  const above = 56;
  const canvas = document.createElement("canvas");
  canvas.width = width * 2;
  canvas.height = (height + above) * 2;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser cannot create pictures.");
  pen.scale(2, 2);
  pen.fillStyle = body.backgroundColor;
  pen.fillRect(0, 0, width, height + above);
  pen.fillStyle = body.color;
  pen.font = `600 14px ${root.fontFamily}`;
  pen.fillText(title, 12, 22);
  pen.font = `12px ${root.fontFamily}`;
  let x = 12;
  for (const { name, colour } of legend) {
    pen.fillStyle = resolve(colour);
    pen.fillRect(x, 35, 10, 10);
    pen.fillStyle = body.color;
    pen.fillText(name, x + 15, 44);
    x += pen.measureText(name).width + 32;
  }
  pen.drawImage(picture, 0, above, width, height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The picture could not be created."))), "image/png"),
  );
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
