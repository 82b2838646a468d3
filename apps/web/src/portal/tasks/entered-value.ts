/** What was entered into a form, by its field or by the button that submitted it. */
export async function enteredValue(form: HTMLFormElement, submitter: HTMLElement | null): Promise<string> {
  const value = new FormData(form, submitter).get("value");
  return value instanceof File ? fileAsText(value) : String(value ?? "");
}

/** A file as the portal sends it, as JSON: {name, type, base64}. */
export async function fileAsText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return JSON.stringify({ name: file.name, type: file.type || "application/octet-stream", base64 });
}
