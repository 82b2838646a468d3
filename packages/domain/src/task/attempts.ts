/**
 * How often a task is claimed before its loss is its end: one that takes every browser or worker with it must not go
 * round for ever. Handing a task back because a worker stops does not end it.
 */
export const maxClaims = 5;
