import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseUrls } from "@gatepost/db/roles/roles";
import { listen } from "./listen.ts";

export type Relay = Awaited<ReturnType<typeof openRelay>>;

interface Wire {
  application: string;
  dead: boolean;
  sockets: [Socket, Socket];
}

/** Opens a way to the database on a port of its own, whose connections can be cut, go dead silently, and be slow. */
export async function openRelay(databaseUrl: string) {
  let target = new URL(databaseUrl);
  const wires = new Set<Wire>();
  let passes = true;
  let refused = 0;
  /** Errors that the server sent so far, by the application's name. */
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
  const { port } = await listen(server);
  const thisWay = (address: string) => {
    const url = new URL(address);
    url.port = String(port);
    return url.href;
  };

  const cutOpen = () => {
    for (const socket of [...wires].flatMap(({ sockets }) => sockets)) socket.destroy();
  };
  /** Ends all connections, and refuses new ones until it is restored. */
  const cut = () => {
    passes = false;
    cutOpen();
  };
  return {
    /** The database's address through the relay. */
    url: thisWay(databaseUrl),
    /** The addresses of its roles through the relay. */
    urls: ({ url, webUrl, workerUrl }: DatabaseUrls) => ({
      url: thisWay(url),
      webUrl: thisWay(webUrl),
      workerUrl: thisWay(workerUrl),
    }),
    errors,
    /** The number of open connections. */
    get open() {
      return wires.size;
    },
    /** The number of connections refused so far. */
    get refused() {
      return refused;
    },
    cut,
    /**
     * From now on drops whatever is sent either way on all connections, also on new ones, or on those with an
     * application's name. Neither side is notified. After `restore`, new connections work; these stay dead.
     */
    blackhole(application?: string) {
      isDead = (name) => application === undefined || application === name;
      for (const wire of wires) wire.dead ||= isDead(wire.application);
    },
    /** From now on delays every chunk of data by that much. */
    delay(ms: number) {
      delayMs = ms;
    },
    restore() {
      passes = true;
      delayMs = 0;
      isDead = () => false;
    },
    /**
     * From now on connects to another server, as a name or a floating address does. Open connections are cut, unless they
     * are to stay with the previous server.
     */
    leadTo(next: string, { keepOpen = false } = {}) {
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
