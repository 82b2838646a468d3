/** The environment for tests and measurements of everything but the limits of the queue. */
export const noBacklogLimits = { GATEPOST_MAX_BACKLOG: "0", GATEPOST_MAX_BACKLOG_PER_ACCOUNT: "0" };
