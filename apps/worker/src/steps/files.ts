import { Buffer } from "node:buffer";
import type { Selector } from "@gatepost/contract/parameter";
import type { StepOf } from "@gatepost/contract/steps";
import { isBase64 } from "@gatepost/domain/templates/value-form";
import { type ElementHandle, errors } from "playwright";
import { Failure } from "../browser/failure.ts";
import { asking } from "../browser/page-functions.ts";
import { byAny, probeElement, visibleElement } from "./element.ts";
import { actStill } from "./pointer.ts";
import type { Run, StepKinds } from "./run.ts";

/** Passes the file from memory, to a field or to what a click makes the page ask for: nothing is written to the worker's disk. */
async function uploadFile(step: StepOf<"UPLOAD_FILE">, run: Run): Promise<void> {
  const { name, type, content } = givenFile(step, run);
  const { element, seen } = await probeElement(run, step.selector, asking("takesFiles"), byAny);
  const field = seen === "itself" ? element : await askedFor(step.selector, run);
  const file = {
    // Only the file name, without its path.
    name: name.replace(/^.*[/\\]/s, "") || "file",
    mimeType: type,
    buffer: Buffer.from(content, "base64"),
  };
  await field.setInputFiles(file, { timeout: run.timeLeft() });
}

/** The field, often one that is not on the page, for which a click opens a file chooser. */
async function askedFor(selector: Selector, run: Run): Promise<ElementHandle> {
  const problem = (more: string) => new Failure(`${run.named(selector)} is not a file field${more}`);
  const { element, seen } = await probeElement(run, selector, asking("takesFiles"));
  if (seen === "never") throw problem("");
  const asked = run.page.waitForEvent("filechooser", { timeout: run.timeLeft() }).catch((error) => {
    throw error instanceof errors.TimeoutError ? problem(", and a click on it opened no file chooser") : error;
  });
  // Of a click that fails, the error says why.
  asked.catch(() => {});
  await actStill(element, () => element.click({ timeout: run.timeLeft() }));
  return (await asked).element();
}

interface GivenFile {
  name: string;
  type: string;
  /** Base64. */
  content: string;
}

function givenFile({ file, name, content }: StepOf<"UPLOAD_FILE">, run: Run): GivenFile {
  if (file) return fileOf(run.text(file)) ?? refuse(`${run.named(file)} must be {name, type, base64}, and is not`);
  // The step's schema requires both.
  if (!name || !content) return refuse("there is no file to upload");
  const bytes = run.text(content).replace(/\s/g, "");
  if (!isBase64(bytes)) return refuse(`${run.named(content)} must be base64, and is not`);
  return { name: run.text(name), type: "application/octet-stream", content: bytes };
}

/** The file that a variable holds, from its JSON. */
function fileOf(json: string): GivenFile | undefined {
  try {
    const { name, type, base64: content } = JSON.parse(json);
    const isFile = [name, type, content].every((part) => typeof part === "string") && isBase64(content);
    return isFile ? { name, type, content } : undefined;
  } catch {
    return undefined;
  }
}

function refuse(why: string): never {
  throw new Failure(why);
}

/** Clicks the element, and keeps the file that the page sends in response. */
async function downloadFile(step: StepOf<"DOWNLOAD_FILE">, run: Run): Promise<void> {
  const { downloads, results, observed, windows, timeLeft, signal } = run;
  const as = step.as.permanent;
  const element = await visibleElement(run, step.selector);
  const bytesLeft = downloads.maxBytes - results.fileBytesExcept(as);
  const arrival = await downloads.take(
    () => actStill(element, () => element.click({ timeout: timeLeft() })),
    () => windows.settle(timeLeft()),
    { bytesLeft, timeLeft, signal, isShownToo: true },
  );
  const failure = (what: string) => new Failure(`clicked ${run.named(step.selector)}; ${what}`);
  if (arrival.status === "none") throw failure("no download began");
  const { name } = arrival;
  const file = `the file ${JSON.stringify(run.redacted(name).slice(0, 100))}`;
  if (arrival.status === "broken off") {
    const why = arrival.hasSpace ? "" : ": the worker's disk has too little space";
    throw failure(`${file} did not arrive completely${why}`);
  }
  if (arrival.status === "too large") {
    const maxMiB = downloads.maxBytes / 1024 / 1024;
    throw failure(`${file} is larger than what a task keeps: ${maxMiB} MiB of files in all`);
  }
  results.addFile(as, arrival);
  observed.note("keptDownload", name, run.page);
}

export const fileSteps = {
  DOWNLOAD_FILE: { run: downloadFile, submits: "always", shows: true },
  UPLOAD_FILE: { run: uploadFile, submits: "always", shows: true },
} satisfies StepKinds;
