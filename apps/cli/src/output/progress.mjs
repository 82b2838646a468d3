// Plain JavaScript, because bootstrap.mjs shows the same progress before there is a Node.js that reads TypeScript.
import { env, stderr } from "node:process";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
/** A shorter phase gets no line. */
const PATIENCE = 1_000;
/** How often a log, in which lines cannot be overwritten, gets a line that a phase is still running. */
const REMINDER = 15_000;

/** Whether a line can be overwritten. */
const overwrites = stderr.isTTY && env.TERM !== "dumb";
/** The texts of the phases that a terminal shows, which share one line. */
const shownTexts = new Set();
let frame = 0;
/** @type {NodeJS.Timeout | undefined} */
let redraw;

function draw() {
  const text = [...shownTexts].map((textOf) => textOf()).join("   ");
  stderr.write(`\r\x1b[2K${FRAMES[frame % FRAMES.length]} ${text.slice(0, (stderr.columns || 80) - 3)}`);
  frame += 1;
}

/**
 * Runs one phase of a start; several may run side by side. A terminal shows one moving line for those that run; a log shows
 * that each began, that it still runs, and how long it took, on stderr: the answers of commands stay clean. A phase that
 * takes less than a second is silent. `work` may say what it is at.
 *
 * @template Result
 * @param {string} title what is done, as in "building the web app"
 * @param {(say: (detail: string) => void) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function phase(title, work) {
  const began = Date.now();
  const seconds = () => `${Math.round((Date.now() - began) / 1_000)} s`;
  let detail = "";
  let shown = false;
  const text = () => `${title} … ${detail && `${detail}, `}${seconds()}`;
  /** @type {NodeJS.Timeout | undefined} */
  let reminder;
  const patience = setTimeout(() => {
    shown = true;
    if (overwrites) {
      shownTexts.add(text);
      redraw ??= setInterval(draw, 100);
    } else {
      stderr.write(`· ${title} …\n`);
      reminder = setInterval(() => stderr.write(`· ${text()}\n`), REMINDER);
    }
  }, PATIENCE);

  try {
    return await work((said) => {
      detail = said;
    });
  } finally {
    clearTimeout(patience);
    clearInterval(reminder);
    shownTexts.delete(text);
    if (shown && overwrites) stderr.write("\r\x1b[2K");
    if (shown) stderr.write(`· ${title} … ${seconds()}\n`);
    if (shownTexts.size === 0) {
      clearInterval(redraw);
      redraw = undefined;
    }
  }
}
