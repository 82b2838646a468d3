/** The service's clock as a statement reads it: one row, looked up once. */
export const currentTick = "(select tick from service_clock where id = 1)";

/**
 * The first tick at which so many seconds have surely passed since now: a tick takes a second at least, and the current
 * one may end at once.
 */
export const tickAfter = (seconds: string) => `${currentTick} + 1 + ceil(${seconds})::int`;

/** What is left until a tick; never below zero. */
export const ticksUntil = (tick: string) => `greatest(0, ${tick} - ${currentTick})`;

/** When a tick will come, for people: it moves on where the database takes no writes. */
export const momentOf = (tick: string) => `now() + ${ticksUntil(tick)} * interval '1 second'`;
