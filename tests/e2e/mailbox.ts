import { text } from "node:stream/consumers";
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
