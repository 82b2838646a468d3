import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Embedded, startEmbedded } from "@gatepost/db/embedded/embedded";
import { openOperator } from "../factories.ts";
import { freePort } from "../free-port.ts";
import { type Installation, startInstallation } from "../installation.ts";
import { ask } from "./standby.ts";
import { openWaitingWorker } from "./waiting-worker.ts";

/** An installation with a PostgreSQL server, a web process and a worker without a browser of its own. */
export class Cell {
  readonly name: string;
  readonly secret = randomBytes(32).toString("hex");
  readonly #dataDir: string;
  #port = 0;
  #postgres: Embedded | undefined;
  #web: Installation | undefined;
  #worker = new AsyncDisposableStack();

  constructor(name: string, folder: string) {
    this.name = name;
    this.#dataDir = join(folder, name);
  }

  /** Of its web process, the same after each start. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get origin(): string {
    return `http://${this.name}.gatepost.example.com`;
  }

  get database(): Embedded {
    if (!this.#postgres) throw new Error(`${this.name} is stopped.`);
    return this.#postgres;
  }

  async start(): Promise<void> {
    this.#port ||= await freePort();
    this.#postgres = await startEmbedded({ dataDir: this.#dataDir, durable: false });
    const env = {
      PORT: String(this.#port),
      GATEPOST_CELL: this.name,
      GATEPOST_ORIGIN: this.origin,
      GATEPOST_SIGNUP: "open",
      GATEPOST_TRUSTED_PROXIES: "127.0.0.1",
    };
    this.#web = await startInstallation({ database: this.#postgres, secret: this.secret, env });
    // The tasks of the worker before are recovered: this ends the lease that it was given below.
    await ask(this.#postgres.adminUrl, "update worker set lease_tick = 0");
    const operator = openOperator(this);
    const worker = await openWaitingWorker(operator, this.database.workerUrl);
    worker.work();
    this.#worker = new AsyncDisposableStack();
    this.#worker.defer(() => operator.close());
    this.#worker.defer(() => worker.stop());
  }

  async stopDatabase(): Promise<void> {
    await this.#worker.disposeAsync();
    await this.#postgres?.stop();
  }

  async stop(): Promise<void> {
    await this.#web?.stop();
    await this.stopDatabase();
  }

  /** The output of its web process. */
  log(): string {
    return this.#web?.log() ?? "";
  }

  /** What its operator does with the command line's settings. */
  operator() {
    const operator = openOperator(this);
    return { ...operator, settings: { ...operator.settings, cell: this.name } };
  }
}
