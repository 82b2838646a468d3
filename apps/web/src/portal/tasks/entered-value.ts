/** What was entered into a form, by its field or by the button that submitted it; a file as JSON: {name, type, base64}. */
export async function enteredValue(form: HTMLFormElement, submitter: HTMLElement | null): Promise<string> {
  const value = new FormData(form, submitter).get("value");
  if (!(value instanceof File)) return String(value ?? "");
  const bytes = new Uint8Array(await value.arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return JSON.stringify({ name: value.name, type: value.type || "application/octet-stream", base64 });
}
