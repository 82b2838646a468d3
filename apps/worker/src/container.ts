import { connect } from "@gatepost/db/connect";
import { listen } from "@gatepost/db/listen";
import type { Ground } from "@gatepost/domain/context";
import { openGround } from "@gatepost/domain/ground";
import type { WorkerSettings } from "./settings.ts";
import { channels, type WakeUps } from "./wake-ups.ts";

/** Short beside the lease, so that a connection that is half open is given up before all is lost. */
const queryTimeout = 8_000;

export interface Container {
  ground: Ground;
  close(): Promise<void>;
}

/** Opens the database, the ground that the verbs stand on, and the ear for its notifications. */
export function openContainer(
  settings: Pick<WorkerSettings, "databaseUrl" | "secret" | "ground">,
  wakeUps: WakeUps,
): Container {
  const db = connect(settings.databaseUrl, { applicationName: "gatepost worker", queryTimeout });
  const ground = openGround({ db, secret: settings.secret, settings: settings.ground });
  const listener = listen(
    settings.databaseUrl,
    Object.values(channels),
    (channel, payload) => wakeUps.hear(channel, payload),
    (state) => {
      if (state === "listening") wakeUps.ringAll();
    },
  );
  return {
    ground,
    async close() {
      await listener.close();
      await db.close();
    },
  };
}
