import { createCallerFactory, router } from "./procedures.ts";
import { accountRouter } from "./routers/account.ts";
import { applicationsRouter, reportsRouter, sharesRouter } from "./routers/applications.ts";
import { inboundRouter } from "./routers/inbound.ts";
import { keysRouter, secretsRouter, sessionsRouter } from "./routers/keys-and-secrets.ts";
import { callbacksRouter, emailsRouter, eventsRouter } from "./routers/notifications.ts";
import { statsRouter } from "./routers/stats.ts";
import { tasksRouter } from "./routers/tasks.ts";
import { templatesRouter } from "./routers/templates.ts";

/** The calls of the portal's own pages. Programs call the JSON methods. */
export const portalRouter = router({
  account: accountRouter,
  applications: applicationsRouter,
  callbacks: callbacksRouter,
  events: eventsRouter,
  inbound: inboundRouter,
  emails: emailsRouter,
  keys: keysRouter,
  reports: reportsRouter,
  secrets: secretsRouter,
  sessions: sessionsRouter,
  shares: sharesRouter,
  stats: statsRouter,
  tasks: tasksRouter,
  templates: templatesRouter,
});

export type PortalRouter = typeof portalRouter;
export const createCaller = createCallerFactory(portalRouter);
