import { valueField, waitField } from "./answer-field.ts";

/** What a person does on an answer page. `wait` names the wait whose question the page shows. */
export type AnswerAction =
  | { kind: "answer"; wait: string; entered: string }
  | { kind: "decline"; wait: string; reason: string }
  | { kind: "extend"; wait: string }
  | { kind: "picture" };

/** Reads the form of an answer page; undefined if it is none. A file is read as JSON: {name, type, base64}. */
export async function readAction(request: Request): Promise<AnswerAction | undefined> {
  const form = await request.formData().catch(() => undefined);
  const wait = String(form?.get(waitField) ?? "");
  switch (form?.get("do")) {
    case "answer": {
      const value = form.get(valueField);
      if (value === null) return undefined;
      return { kind: "answer", wait, entered: typeof value === "string" ? value : await fileText(value) };
    }
    case "decline":
      return { kind: "decline", wait, reason: String(form.get("reason") ?? "") };
    case "extend":
      return { kind: "extend", wait };
    case "picture":
      return { kind: "picture" };
    default:
      return undefined;
  }
}

async function fileText(file: File): Promise<string> {
  const base64 = Buffer.from(await file.arrayBuffer()).toString("base64");
  return JSON.stringify({ name: file.name, type: file.type || "application/octet-stream", base64 });
}
