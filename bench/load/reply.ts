export interface Reply {
  status: number;
  body: Buffer;
}

/** The reply that the bytes begin with and where it ends; undefined while a part of it is missing. */
export function readReply(bytes: Buffer): { reply: Reply; end: number } | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const head = bytes.toString("latin1", 0, headEnd).toLowerCase();
  const status = Number(head.slice(9, 12));
  const start = headEnd + 4;
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    return bytes.length < end ? undefined : { reply: { status, body: bytes.subarray(start, end) }, end };
  }
  if (!head.includes("\r\ntransfer-encoding: chunked")) return { reply: { status, body: Buffer.alloc(0) }, end: start };
  return readChunks(bytes, start, status);
}

function readChunks(bytes: Buffer, start: number, status: number): { reply: Reply; end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const sizeEnd = bytes.indexOf("\r\n", at);
    if (sizeEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, sizeEnd), 16);
    const end = sizeEnd + 2 + size + 2;
    if (bytes.length < end) return undefined;
    if (size === 0) return { reply: { status, body: Buffer.concat(chunks) }, end };
    chunks.push(bytes.subarray(sizeEnd + 2, sizeEnd + 2 + size));
    at = end;
  }
}
