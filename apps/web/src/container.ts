import { AsyncLocalStorage } from "node:async_hooks";
import { inboundRate } from "@gatepost/contract/limits";
import { connect } from "@gatepost/db/connect";
import { listen } from "@gatepost/db/listen";
import type { AppContext } from "@gatepost/domain/platform/context";
import { heartbeat, ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { log } from "@gatepost/domain/platform/log";
import { openAppContext } from "@gatepost/domain/platform/open-app-context";
import { keepRecovering } from "@gatepost/domain/tasks/keep-recovering";
import { readTaskNotification, taskChannel } from "@gatepost/domain/tasks/task-marks";
import { logAvailability } from "@gatepost/presenters/outages";
import { keepEmailing } from "./email/keep-emailing.ts";
import { type Call, logFault } from "./http/answer.ts";
import { rateLimiter, unlimited } from "./http/rate-limit.ts";
import { answerInbound } from "./live/inbound-answers.ts";
import { openLiveFeeds } from "./live/live-feeds.ts";
import { readSettings } from "./settings.ts";

/** Well below the half minute within which the service must recover from half-open connections. */
const queryTimeout = 15_000;

export type Container = ReturnType<typeof openContainer>;

/** What a web process opens once: the database, its secrets, its limits. */
export function openContainer() {
  const { databaseUrl, secret, preparedNames, rate, app: settings } = readSettings(process.env);
  const db = connect(databaseUrl, {
    applicationName: "gatepost web",
    queryTimeout,
    preparedNames,
    onShortage: (error) => clock.noteShortage(error),
  });
  const app: AppContext = openAppContext({ db, secret, settings });
  const ctx = { ...app, actor: { kind: "system" } } as const;
  const clock = new ServiceClock({ beat: (seen) => heartbeat({ ctx, input: { seen } }), report: logAvailability });
  const live = openLiveFeeds(app);
  const inbound = answerInbound(app, { onFault: (error) => logFault("inbound messages not answered", error) });
  const listener = listen(databaseUrl, [taskChannel], (_, payload) => {
    const changed = readTaskNotification(payload);
    live.receive(changed);
    inbound.receive(changed.map(({ accountId }) => accountId));
  });
  const closing = new AbortController();
  const recovering = keepRecovering({
    ctx,
    clock,
    signal: closing.signal,
    onRecovered: (recovered) => log("tasks recovered", { ...recovered }),
    onFault: (error) => logFault("tasks not recovered", error),
  });
  const answering = inbound.run(closing.signal);
  const emailing = keepEmailing({ ctx, clock, signal: closing.signal });
  return {
    app,
    /**
     * This process's view of the service's clock. Web processes advance it too, so that lost workers are found without
     * other workers.
     */
    clock,
    /** Whether the database was seen with all migrations of this version. */
    migrated: false,
    live,
    /** Answers waits with the messages that accounts receive. */
    inbound,
    /** The call that a route of Next.js answers, as the host makes it. */
    calls: new AsyncLocalStorage<{ call: Call; worked: () => void }>(),
    limiter: rate ? rateLimiter(rate, app) : unlimited,
    inboundLimiter: rate ? rateLimiter(inboundRate, app) : unlimited,
    /** Aborted when the process is asked to stop. It goes on taking calls for GATEPOST_SHUTDOWN_DELAY_SECONDS. */
    stopRequested: new AbortController(),
    async close() {
      closing.abort();
      live.stop();
      await Promise.all([clock.stop(), listener.close(), recovering, answering, emailing]);
      await db.close();
    },
  };
}
