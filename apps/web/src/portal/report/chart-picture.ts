import { toBlob } from "html-to-image";

/** What is pressed is not in the picture; a series of the legend is. */
const isShown = (node: HTMLElement) => node.localName !== "button" || node.hasAttribute("data-print");

/**
 * The chart's panel as shown on the screen, in its theme and type, at twice its size, below a title and above the notes.
 * Fonts come from the page's own address.
 */
export async function chartPicture(panel: HTMLElement, title: string, notes: readonly string[]): Promise<Blob> {
  const frame = document.createElement("div");
  frame.inert = true;
  frame.className = "absolute top-0 left-0 -z-10 space-y-2 bg-ground p-3 text-12 text-ink";
  frame.style.width = `${panel.offsetWidth + 24}px`;
  const paragraph = (text: string, className = "") =>
    Object.assign(document.createElement("p"), { textContent: text, className });
  frame.append(
    paragraph(title, "font-semibold text-14"),
    panel.cloneNode(true),
    ...notes.map((note) => paragraph(`⚑ ${note}`)),
  );
  document.body.append(frame);
  try {
    const picture = await toBlob(frame, { pixelRatio: 2, filter: isShown, style: { position: "static" } });
    if (!picture) throw new Error("The picture could not be created.");
    return picture;
  } finally {
    frame.remove();
  }
}
