import type { Answer } from "./wire-errors.ts";

/** A POST, without a framework. */
export interface Call {
  header(name: string): string | null | undefined;
  /** Reads the body; undefined as soon as it exceeds `max` bytes. */
  body(max: number): Promise<Uint8Array | undefined>;
  /** The caller's IP address. */
  address: string;
  /** A signal that is aborted when the client disconnects; made only for a method that asks. */
  disconnected(): AbortSignal;
  /**
   * Calls `done` once the response has been sent, or its connection closed, which the host does after two minutes. For a response that
   * is counted while it is in memory.
   */
  whenSent(done: () => void): void;
}

export type Endpoint = (call: Call) => Promise<Answer>;
