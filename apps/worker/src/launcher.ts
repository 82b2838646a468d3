import type { SendHandle } from "node:child_process";
import { on, once } from "node:events";
import { type Server, Socket, type SocketConstructorOpts } from "node:net";
import { deserialize, serialize } from "node:v8";
import { type SavedMessage, savesArgument, type WorkerMessage } from "@gatepost/domain/tasks/workers";

/** A handle of Node.js as the launcher holds it: it neither reads nor accepts anything. */
export type Handle = NonNullable<SendHandle>;

interface Saved {
  value: unknown;
  handle: Handle | undefined;
}

/**
 * The process that has started this one, and starts the next one if this one dies. What it is given to save it gives to that one:
 * values, and handles, whose other ends notice nothing.
 */
export type Launcher = NonNullable<Awaited<ReturnType<typeof connectLauncher>>>;

/** Undefined for a process that was started in another way. */
export async function connectLauncher() {
  const argument = process.argv.find((one) => one.startsWith(savesArgument));
  if (!argument || !process.connected) return undefined;
  const saved = new Map<string, Saved>();
  let isBeside = false;
  // Otherwise the process would end while it waits: follow-parent.ts says why the channel does not keep it.
  process.channel?.ref();
  for await (const [message, handle] of on(process, "message")) {
    const received: SavedMessage = message;
    if (!("value" in received)) {
      isBeside = received.isBeside;
      break;
    }
    saved.set(received.saved, { value: deserialize(Buffer.from(received.value, "base64")), handle });
  }
  process.channel?.unref();
  return {
    pid: process.ppid,
    /** When it started, in milliseconds since 1970. */
    startedAt: Number(argument.slice(savesArgument.length)),
    /** Whether another process that it has started lives, which has the ports that are set. */
    isBeside,
    /** What the process before this one had saved when it died. */
    saved,
    /** What was saved under names that begin so, by the rest of the name. */
    savedBelow(prefix: string): Map<string, Saved> {
      const found = [...saved].filter(([name]) => name.startsWith(prefix));
      return new Map(found.map(([name, one]) => [name.slice(prefix.length), one]));
    },
    /** Resolves when it cannot be lost with this process. */
    save(name: string, value: unknown, stream?: Socket | Server): Promise<void> {
      return send({ save: name, value: serialize(value).toString("base64") }, stream && handleOf(stream));
    },
    forget: (name: string): Promise<void> => send({ forget: name }),
  };
}

/**
 * Has a server listen on the socket that was saved under this name, on which connections have been queued meanwhile; otherwise on this
 * port, or on a free one if a process beside this one has it. Saves its socket. Rejects if it cannot.
 */
export async function listen(
  server: Server,
  {
    port,
    host,
    launcher,
    name,
  }: { port: number; host: string | undefined; launcher: Launcher | undefined; name: string },
): Promise<void> {
  const left = launcher?.saved.get(name)?.handle;
  const listenOn = async (where: object) => {
    server.listen(where);
    await once(server, "listening");
  };
  await listenOn(left ? { _handle: left } : { port, host }).catch((error: NodeJS.ErrnoException) => {
    if (!launcher?.isBeside || error.code !== "EADDRINUSE") throw error;
    return listenOn({ port: 0, host });
  });
  void launcher?.save(name, {}, server);
}

/** Tells the launcher. Resolves when the message is written; also if there is none. */
export function send(message: WorkerMessage, handle?: Handle): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) return resolve();
    process.send?.(message, handle, {}, () => resolve());
  });
}

/**
 * The stream's handle alone: a stream that is sent is one at the other side too, and would read there, or accept connections. Node.js
 * has no public name for it.
 */
function handleOf(stream: Socket | Server): Handle {
  return (stream as unknown as { _handle: Handle })._handle;
}

/** The socket of a handle that was saved. Node.js does not document the option. */
export function socketOf(handle: Handle, options: SocketConstructorOpts & { manualStart?: boolean }): Socket {
  return new Socket({ ...options, handle } as unknown as SocketConstructorOpts);
}
