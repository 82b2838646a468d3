import { text } from "node:stream/consumers";
import { type APIRequestContext, expect } from "@playwright/test";
import { SMTPServer } from "smtp-server";

export interface Email {
  to: string[];
  from: string | undefined;
  /** As it came, header and all. */
  source: string;
  /** The text, decoded. */
  body: string;
}

/** A real mail server on the loopback that keeps what it gets. */
interface Mailbox extends AsyncDisposable {
  url: string;
  emails: Email[];
}

export async function startMailbox(): Promise<Mailbox> {
  const emails: Email[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    onData(stream, session, done) {
      text(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope;
        emails.push({
          from: mailFrom ? mailFrom.address : undefined,
          to: rcptTo.map(({ address }) => address),
          source,
          body: bodyOf(source),
        });
        done();
      }, done);
    },
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    [Symbol.asyncDispose]: () => new Promise((closed) => void server.close(closed)),
  };
}

function bodyOf(source: string): string {
  const body = source.slice(source.indexOf("\r\n\r\n") + 4);
  return /^content-transfer-encoding: quoted-printable/im.test(source)
    ? body
        .replaceAll("=\r\n", "")
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
}

/** The link by which a mail program ends such emails with one click (RFC 8058), which is also in the text. */
export function unsubscribeLink({ source, body }: Email): string {
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im);
  const link = /^List-Unsubscribe: <(.*)>/im.exec(source.replaceAll(/\r\n[ \t]+/g, " "))?.[1] ?? "";
  expect(body).toContain(link);
  return link;
}

/** What a mail program sends. */
export async function unsubscribe(link: string): Promise<number> {
  return (await fetch(link, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) })).status;
}

/** What a mail scanner does with a link: it reads it. */
export async function scan(request: APIRequestContext, link: string): Promise<void> {
  for (const method of ["GET", "HEAD"]) expect((await request.fetch(link, { method })).status(), method).toBe(200);
}

/** A used link is answered as one that never existed. */
export async function expectUnknown(request: APIRequestContext, used: string, unknown: string): Promise<void> {
  const answer = await request.get(unknown);
  for (const method of ["GET", "POST"]) {
    const again = await request.fetch(used, { method });
    expect([again.status(), await again.text()]).toEqual([404, await answer.text()]);
  }
}
