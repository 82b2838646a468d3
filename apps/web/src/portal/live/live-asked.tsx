import type { LiveState } from "@gatepost/contract/live";
import type { LiveInput } from "@gatepost/contract/live-input";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { inputClass } from "../../components/control-classes.ts";
import { Form } from "../../components/form.tsx";
import { base64Of } from "../files.ts";

/** Bytes of all files that one message may carry. */
const maxBytes = 2.5 * 1024 * 1024;

type Outcome = NonNullable<LiveState["download"]>["outcome"];

const downloadText: Record<Outcome, (name: string) => string> = {
  arriving: (name) => `This page is sending a download, ${name}…`,
  kept: (name) => `${name} was downloaded. The task keeps it in its result.`,
  refused: (name) =>
    `This page offers a download, ${name}. The task does not keep it, because none of its steps still needs a download.`,
  failed: (name) => `${name} was not downloaded: it broke off, or is larger than what the task keeps.`,
};

/** What the page asks of the person who has it: a dialog, files, and what became of a download. */
export function LiveAsked({ state, send }: { state: LiveState; send: (input: LiveInput) => void }) {
  const { dialog, chooser, download } = state;
  const [problem, setProblem] = useState("");
  const choose = async (chosen: FileList | null) => {
    const files = [...(chosen ?? [])];
    if (files.reduce((sum, { size }) => sum + size, 0) > maxBytes)
      return setProblem("The files are larger than 2.5 MB.");
    setProblem("");
    const read = files.map(async (file) => ({ name: file.name, mimeType: file.type, base64: await base64Of(file) }));
    send({ type: "files", files: await Promise.all(read) });
  };
  return (
    <>
      {dialog && (
        <Form
          role="alertdialog"
          aria-label="The page says"
          className="mb-2 rounded-field border border-waits p-3"
          submit={(fields) => send({ type: "dialog", accept: true, text: String(fields.get("text") ?? "") })}
        >
          <p dir="auto" className="wrap-anywhere max-h-[40vh] overflow-y-auto whitespace-pre-line">
            {dialog.message}
          </p>
          {dialog.kind === "prompt" && (
            <input
              name="text"
              aria-label="Answer to the page"
              defaultValue={dialog.value}
              className={`mt-2 ${inputClass}`}
            />
          )}
          <div className="mt-2 flex gap-2">
            <Button type="submit" size="small" variant="main">
              OK
            </Button>
            {dialog.kind !== "alert" && (
              <Button size="small" onClick={() => send({ type: "dialog", accept: false, text: "" })}>
                Cancel
              </Button>
            )}
          </div>
        </Form>
      )}
      {chooser && (
        <div className="mb-2 rounded-field border border-waits p-3">
          <label className="block">
            <span className="block text-13">
              {chooser.multiple ? "The page asks for files" : "The page asks for a file"}
            </span>
            <input
              type="file"
              multiple={chooser.multiple}
              className="mt-2 max-w-full"
              onChange={({ target }) => choose(target.files)}
            />
          </label>
          {problem && (
            <p role="alert" className="text-13 text-failed">
              {problem}
            </p>
          )}
          <Button size="small" className="mt-2" onClick={() => send({ type: "files", files: [] })}>
            Cancel
          </Button>
        </div>
      )}
      {download && (
        <p role="status" aria-label="Download" className="wrap-anywhere mb-2 text-13">
          {state.records
            ? `This page offers a download, ${download.name}. A task of the template keeps the file.`
            : downloadText[download.outcome](download.name)}
        </p>
      )}
    </>
  );
}
