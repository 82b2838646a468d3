import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";

/** A connection to PostgreSQL that can be cut, go dead silently, and be slow. */
export interface Relay {
  /** The database's address through the relay. */
  url: string;
  /** The addresses of its roles through the relay. */
  urls(database: DatabaseUrls): DatabaseUrls;
  /** The number of open connections. */
  readonly open: number;
  /** The number of connections refused so far. */
  readonly refused: number;
  /** Errors that the server sent so far, by the application's name. */
  readonly errors: ReadonlyMap<string, number>;
  /** Ends all connections, and refuses new ones until it is restored. */
  cut(): void;
  /**
   * From now on drops whatever is sent either way on all connections, also on new ones, or on those with an
   * application's name. Neither side is notified. After `restore`, new connections work; these stay dead.
   */
  blackhole(application?: string): void;
  /** From now on delays every chunk of data by that much. */
  delay(ms: number): void;
  restore(): void;
  /**
   * From now on connects to another server, as a name or a floating address does. Open connections are cut, unless they
   * are to stay with the previous server.
   */
  leadTo(databaseUrl: string, options?: { keepOpen?: boolean }): void;
  close(): void;
}

interface Wire {
  application: string;
  dead: boolean;
  sockets: [Socket, Socket];
}

/** Opens a relay to the database on a port of its own. */
export async function openRelay(databaseUrl: string): Promise<Relay> {
  let target = new URL(databaseUrl);
  const wires = new Set<Wire>();
  let passes = true;
  let refused = 0;
  const errors = new Map<string, number>();
  let delayMs = 0;
  let isDead: (application: string) => boolean = () => false;

  const server = createServer({ noDelay: true }, (client) => {
    if (!passes) {
      refused += 1;
      return client.destroy();
    }
    const upstream = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    const wire: Wire = { application: "", dead: false, sockets: [client, upstream] };
    wires.add(wire);
    client.once("data", (startup: Buffer) => {
      wire.application = /application_name\0([^\0]*)/.exec(startup.toString("latin1"))?.[1] ?? "";
      wire.dead ||= isDead(wire.application);
    });
    upstream.on(
      "data",
      errorReader(() => errors.set(wire.application, (errors.get(wire.application) ?? 0) + 1)),
    );
    for (const [one, other] of [wire.sockets, wire.sockets.toReversed()] as [Socket, Socket][]) {
      let before: Promise<unknown> = Promise.resolve();
      one.on("data", (piece: Buffer) => {
        if (delayMs > 0) before = Promise.all([before, sleep(delayMs)]);
        before = before.then(() => wire.dead || other.write(piece));
      });
      one.on("error", () => {});
      one.on("close", () => {
        // The other side of a dead connection is never notified of its end.
        if (!wire.dead) other.destroy();
        if (wire.sockets.every(({ destroyed }) => destroyed)) wires.delete(wire);
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const thisWay = (address: string) => {
    const url = new URL(address);
    url.port = String(port);
    return url.href;
  };

  const cutOpen = () => {
    for (const socket of [...wires].flatMap(({ sockets }) => sockets)) socket.destroy();
  };
  const cut = () => {
    passes = false;
    cutOpen();
  };
  return {
    url: thisWay(databaseUrl),
    urls: ({ url, webUrl, workerUrl }) => ({
      url: thisWay(url),
      webUrl: thisWay(webUrl),
      workerUrl: thisWay(workerUrl),
    }),
    errors,
    get open() {
      return wires.size;
    },
    get refused() {
      return refused;
    },
    cut,
    blackhole(application) {
      isDead = (name) => application === undefined || application === name;
      for (const wire of wires) wire.dead ||= isDead(wire.application);
    },
    delay(ms) {
      delayMs = ms;
    },
    restore() {
      passes = true;
      delayMs = 0;
      isDead = () => false;
    },
    leadTo(next, { keepOpen = false } = {}) {
      target = new URL(next);
      if (!keepOpen) cutOpen();
    },
    close() {
      cut();
      server.close();
    },
  };
}

/** Reads what a server sends, in chunks, and calls back at each message that is an error. */
function errorReader(onError: () => void): (piece: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    // A type byte, and a length that includes itself.
    while (rest.length >= 5 && rest.length >= rest.readUInt32BE(1) + 1) {
      if (rest[0] === "E".charCodeAt(0)) onError();
      rest = rest.subarray(rest.readUInt32BE(1) + 1);
    }
  };
}
