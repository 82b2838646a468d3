import os from "node:os";

/** Milliseconds after which the system is asked again: interfaces come and go. Asking takes about 0.1 ms. */
const rereadMs = 5_000;

/**
 * The addresses of this machine's own network interfaces, as the system names them: services that listen there may trust
 * whoever comes from the machine itself. What the system does not know is not among them, such as the public address of a
 * NAT or of a load balancer in front.
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
