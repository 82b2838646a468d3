/** The bytes of a stream; undefined, and the stream cancelled, as soon as there are more than `max`. */
export async function readBytes(
  stream: AsyncIterable<Uint8Array> | null,
  max: number,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream ?? []) {
    length += part.length;
    if (length > max) return undefined;
    parts.push(part);
  }
  return parts.length === 1 ? parts[0] : Buffer.concat(parts, length);
}
