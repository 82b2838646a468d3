// Plain JavaScript, because bootstrap.mjs shows the same progress before there is a Node.js that reads TypeScript.
import { stderr } from "node:process";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
/** A shorter phase gets no line. */
const PATIENCE = 1_000;
/** How often a log, in which lines cannot be overwritten, gets a line that a phase is still running. */
const REMINDER = 15_000;

/**
 * Runs one phase of a start. A terminal shows a moving line while it runs; a log shows that it began, that it still
 * runs, and how long it took, on stderr: the answers of commands stay clean. A phase that takes less than a second is
 * silent. `work` may say what it is at.
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
  let shown = 0;

  const tick = stderr.isTTY ? 100 : REMINDER;
  const show = () => {
    const text = `${title} … ${detail && `${detail}, `}${seconds()}`;
    if (stderr.isTTY)
      stderr.write(`\r\x1b[2K${FRAMES[shown % FRAMES.length]} ${text.slice(0, (stderr.columns || 80) - 3)}`);
    else stderr.write(shown === 0 ? `· ${title} …\n` : `· ${text}\n`);
    shown += 1;
  };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const patience = setTimeout(() => {
    show();
    timer = setInterval(show, tick);
  }, PATIENCE);

  try {
    return await work((said) => {
      detail = said;
    });
  } finally {
    clearTimeout(patience);
    clearInterval(timer);
    if (stderr.isTTY && shown > 0) stderr.write("\r\x1b[2K");
    if (shown > 0) stderr.write(`· ${title} … ${seconds()}\n`);
  }
}
