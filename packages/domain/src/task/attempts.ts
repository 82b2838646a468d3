/**
 * How often a task may be claimed before the loss of its worker ends it, so that a task that crashes every browser or
 * worker does not run for ever. Returning a task because a worker stops never ends it.
 */
export const maxClaims = 5;
