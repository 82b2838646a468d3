import { connect } from "@gatepost/db/connect";
import { listen } from "@gatepost/db/listen";
import { openAppContext } from "@gatepost/domain/platform/open-app-context";
import { channels, type NotificationHub } from "./runtime/notification-hub.ts";
import type { WorkerSettings } from "./settings.ts";

/** Short compared with the lease, so that a half-open connection is given up in time. */
const queryTimeout = 8_000;

export type Container = ReturnType<typeof openContainer>;

/** Opens the database, the domain's context, and the listener for notifications. */
export function openContainer(
  settings: Pick<WorkerSettings, "databaseUrl" | "secret" | "preparedNames" | "app">,
  notifications: NotificationHub,
) {
  const { preparedNames } = settings;
  const db = connect(settings.databaseUrl, { applicationName: "gatepost worker", queryTimeout, preparedNames });
  const app = openAppContext({ db, secret: settings.secret, settings: settings.app });
  const listener = listen(
    settings.databaseUrl,
    Object.values(channels),
    (channel, payload) => notifications.receive(channel, payload),
    (state) => {
      if (state === "listening") notifications.notifyAll();
    },
  );
  return {
    app,
    async close() {
      await listener.close();
      await db.close();
    },
  };
}
