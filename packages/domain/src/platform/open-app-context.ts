import type { Db } from "@gatepost/db/connect";
import { s3Store } from "@gatepost/db/object-store/object-store";
import { type Batch, coalesce } from "./coalesce.ts";
import type { AppContext } from "./context.ts";
import { log, logFault } from "./log.ts";
import type { Settings } from "./settings.ts";
import { isUnavailable } from "./unavailable.ts";
import { createVault } from "./vault.ts";

/** Opens what one process needs of one database. Called once, by the app's container. */
export function openAppContext({ db, secret, settings }: { db: Db; secret: string; settings: Settings }): AppContext {
  const caches = new Map<string, unknown>();
  const batches = new Map<unknown, (input: never) => Promise<unknown>>();
  const app: AppContext = {
    db,
    vault: createVault(secret),
    objects: settings.objectStore ? s3Store({ ...settings.objectStore, onChange: logStore }) : null,
    settings,
    cache({ name, open }) {
      if (!caches.has(name)) caches.set(name, open(db));
      return caches.get(name) as ReturnType<typeof open>;
    },
    batch<Input, Output>(kind: Batch<Input, Output, AppContext>, input: Input) {
      let join = batches.get(kind) as ((input: Input) => Promise<Output>) | undefined;
      if (!join) {
        join = coalesce(kind, app, isUnavailable);
        batches.set(kind, join);
      }
      return join(input);
    },
  };
  return app;
}

function logStore(error?: unknown): void {
  if (error) logFault("object store unavailable", error);
  else log("object store available");
}
