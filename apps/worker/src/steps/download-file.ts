import type { StepOf } from "@gatepost/contract/steps";
import mime from "mime";
import { visibleElement } from "../browser/element.ts";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

/** Clicks the element, and keeps the file that the page sends in response. */
export async function downloadFile(step: StepOf<"DOWNLOAD_FILE">, run: Run): Promise<void> {
  const { downloads, results, observed, windows, timeLeft, signal } = run;
  const as = step.as.permanent;
  const element = await visibleElement(run, step.selector);
  const room = downloads.maxBytes - results.fileBytesExcept(as);
  const arrival = await downloads.take(
    () => element.click({ timeout: timeLeft() }),
    () => windows.settle(timeLeft()),
    { room, timeLeft, signal },
  );
  const failure = (what: string) => new Failure(`clicked ${run.named(step.selector)}; ${what}`);
  if (arrival.status === "none") throw failure("no download began");
  const { name } = arrival;
  const file = `the file ${JSON.stringify(run.redacted(name).slice(0, 100))}`;
  if (arrival.status === "broken off") throw failure(`${file} did not arrive completely`);
  if (arrival.status === "too large") {
    const maxMiB = downloads.maxBytes / 1024 / 1024;
    throw failure(`${file} is larger than what a task keeps: ${maxMiB} MiB of files in all`);
  }
  results.addFile(as, { name, type: mime.getType(name) ?? "application/octet-stream", bytes: arrival.bytes });
  observed.note("keptDownload", name, run.page);
}
