/**
 * How long a worker's lease lasts without a heartbeat: about 15 s in which the database took writes. Heartbeats come
 * each second.
 */
export const leaseTicks = 15;
