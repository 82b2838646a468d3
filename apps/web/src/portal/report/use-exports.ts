import { modeRecords } from "@gatepost/contract/modes";
import { useMutation } from "@tanstack/react-query";
import type { RefObject } from "react";
import { calendarDay, spanName } from "../../format/time.ts";
import { chartCsv } from "../../report/chart-rows.ts";
import { dataUrlOf, saveFile } from "../files.ts";
import type { ShownReport } from "./use-report.ts";

/** Downloads what the report shows, as a table or as a picture. `problem` says why there is no picture. */
export function useExports(softId: number, report: ShownReport, chartPlace: RefObject<HTMLElement | null>) {
  const { view, chart, unit, overview, application, notes } = report;
  const { mode, from, to } = view;
  const fileName = `gatepost-${softId}-${mode}-${from}-${to}`;

  function saveCsv() {
    if (!chart) return;
    const text = chartCsv(chart, { mode, unit, distinct: overview?.figures.users.total });
    saveFile(`${fileName}.csv`, new Blob([text], { type: "text/csv;charset=utf-8" }));
  }

  const picture = useMutation({
    async mutationFn() {
      const panel = chartPlace.current;
      if (!panel || !chart) return;
      const title = `${application?.name ?? ""}: ${modeRecords[mode].name}, ${spanName(view)}`;
      const texts = notes.map(({ day, text }) => `${calendarDay(day)}: ${text}`);
      saveFile(`${fileName}.png`, await chartPicture(panel, title, texts));
    },
  });
  const problem = picture.isError && "This browser could not create the picture. Export the data as CSV instead.";
  return { saveCsv, savePng: () => picture.mutate(), problem };
}

/** What is pressed is not in the picture; a series of the legend is. */
const isShown = (node: HTMLElement) => node.localName !== "button" || node.hasAttribute("aria-pressed");

/** The chart's panel as shown on the screen, in its theme and type, at twice its size, below a title and above the notes. */
async function chartPicture(panel: HTMLElement, title: string, notes: readonly string[]): Promise<Blob> {
  const frame = document.createElement("div");
  frame.inert = true;
  // Safari makes the names of the legend narrower than their text.
  frame.className =
    "absolute top-0 left-0 -z-10 space-y-2 bg-ground p-3 text-12 text-ink [&_[role=group]]:whitespace-nowrap";
  frame.style.width = `${panel.offsetWidth + 24}px`;
  const paragraph = (text: string, className = "") =>
    Object.assign(document.createElement("p"), { textContent: text, className });
  const below = notes.map((note) => paragraph(`⚑ ${note}`));
  frame.append(paragraph(title, "font-semibold text-14"), panel.cloneNode(true), ...below);
  document.body.append(frame);
  try {
    const { toBlob } = await import("html-to-image");
    const fontEmbedCSS = await embeddedFonts();
    const style = { position: "static" };
    const picture = await toBlob(frame, { pixelRatio: 2, fontEmbedCSS, filter: isShown, style });
    if (!picture) throw new Error("The picture could not be created.");
    return picture;
  } finally {
    frame.remove();
  }
}

/**
 * The page's fonts with their files, which the page has loaded. html-to-image would resolve their addresses by an element
 * `base`, which the site's policy forbids.
 */
async function embeddedFonts(): Promise<string> {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const fonts = rules.filter((rule) => rule instanceof CSSFontFaceRule);
  const embedded = fonts.map(async ({ cssText, parentStyleSheet }) => {
    const [, path] = /url\("?([^")]+)"?\)/.exec(cssText) ?? [];
    if (!path) return cssText;
    const file = await fetch(new URL(path, parentStyleSheet?.href ?? location.href));
    return cssText.replace(path, await dataUrlOf(await file.blob()));
  });
  return (await Promise.all(embedded)).join("\n");
}
