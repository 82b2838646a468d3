import os from "node:os";

/** Milliseconds after which the interfaces are read again, because they change. Reading takes about 0.1 ms. */
const rereadMs = 5_000;

/**
 * The addresses of this machine's network interfaces, because services that listen there may trust connections from the
 * machine itself. Addresses that the system does not know are missing, such as the public address of a NAT or of a load
 * balancer.
 */
export function ownAddresses(
  interfaces: typeof os.networkInterfaces = () => os.networkInterfaces(),
  now: () => number = () => performance.now(),
): () => readonly string[] {
  let known: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - readAt >= rereadMs) {
      readAt = now();
      known = Object.values(interfaces()).flatMap((one) => one?.map(({ address }) => address) ?? []);
    }
    return known;
  };
}
