/**
 * How long a worker's lease lasts without a heartbeat: about 15 s in which the database accepted writes. Heartbeats are
 * sent every second.
 */
export const leaseTicks = 15;
