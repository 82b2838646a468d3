import { Buffer } from "node:buffer";
import type { StepOf } from "@gatepost/contract/steps";
import { probeAny } from "../browser/element.ts";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Passes the file from memory: nothing is written to the worker's disk. */
export async function uploadFile(step: StepOf<"UPLOAD_FILE">, run: Run): Promise<void> {
  const content = run.text(step.content).replace(/\s/g, "");
  if (!base64.test(content)) throw new Failure(`${run.named(step.content)} must be base64, and is not`);
  const { element: field, seen: takesFiles } = await probeAny(run, step.selector, (element, timeout) =>
    element.evaluate((node) => node instanceof HTMLInputElement && node.type === "file", undefined, { timeout }),
  );
  if (!takesFiles) throw new Failure(`${run.named(step.selector)} is not a file field`);
  const file = {
    // Only the file name, without its path.
    name: run.text(step.name).replace(/^.*[/\\]/s, "") || "file",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(content, "base64"),
  };
  await field.setInputFiles(file, { timeout: run.timeLeft() });
}
