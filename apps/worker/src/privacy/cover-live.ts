import { within } from "@gatepost/domain/platform/signal";
import type { Frame, Page } from "playwright";
import { hasLoaded } from "../browser/frames.ts";
import { above, black, everywhere, markIn, typedIn } from "./picture.ts";
import { condensedSecrets, type Secrets } from "./redact.ts";

/** Other names than those of pictures, because pictures remove their marks while somebody watches. */
const marks = { attribute: "data-gatepost-covered", highlight: "gatepost-covered" };
const sheet = {
  // A blinking cursor would be another frame twice a second.
  text: `
    :root { caret-animation: manual !important }
    ::highlight(${marks.highlight}) { ${black} }
    :is(input[type=password], [${marks.attribute}], [${typedIn}])${above} { ${black}; caret-color: #fff !important; transition: none !important }
    :is([${marks.attribute}], [${typedIn}])${above}::placeholder { color: #000 !important }
    :is(svg *, img, [type=image])[${marks.attribute}]${above} { opacity: 0 !important }
  `,
  // A selection would be painted over every highlight.
  whileMarked: `*${above}::selection { ${black} }`,
};

/** How long a frame of the page may take to say what it shows. */
const answerMs = 1_000;

/**
 * Covers in a page that somebody watches what pictures cover (picture.ts). Resolves with how much was not covered before, so
 * that a frame which was drawn before must not be shown. Rejects where a part of the page does not answer.
 */
export async function coverLive(page: Page, secrets: Secrets): Promise<number> {
  const texts = condensedSecrets(secrets.texts);
  const cover = async (frame: Frame) => {
    const fields = secrets.fields
      .filter((typed) => typed.frame === frame)
      .map(({ field }) =>
        field.evaluateAll((elements, name) => {
          const fresh = elements.filter((element) => !element.hasAttribute(name));
          for (const element of fresh) element.setAttribute(name, "");
          return fresh.length;
        }, typedIn),
      );
    const marking = markIn(frame, { ...marks, secrets: texts, marked: true, sheet }, answerMs);
    return (await Promise.all([marking, ...fields])).reduce((sum, count) => sum + count, 0);
  };
  // What is gone shows nothing; the frame that comes in its place is covered anew.
  return everywhere(page.frames(), cover, answerMs, 1);
}

/** Removes what coverLive has put into a page, once nobody watches it any more. */
export async function uncoverLive(page: Page): Promise<void> {
  const frames = page.frames().filter(hasLoaded);
  await Promise.all(
    frames.map((frame) =>
      within(markIn(frame, { ...marks, secrets: [], marked: false, sheet }, answerMs), answerMs).catch(() => {}),
    ),
  );
}
