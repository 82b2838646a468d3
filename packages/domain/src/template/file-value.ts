/** A file as the value of a variable. */
interface FileValue {
  name: string;
  type: string;
  base64: string;
}

/** Whether a value is a file: {name, type, base64}. */
export function isFile(value: unknown): value is FileValue {
  if (typeof value !== "object" || value === null) return false;
  const { name, type, base64 } = value as Record<string, unknown>;
  return (
    typeof name === "string" &&
    name !== "" &&
    typeof type === "string" &&
    typeof base64 === "string" &&
    isBase64(base64)
  );
}

/** One search for a character, because a repeated group can exhaust the stack on a text of megabytes. */
export function isBase64(text: string): boolean {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(padding > 0 ? text.slice(0, -padding) : text);
}
