import { command, tryCommand } from "./command.ts";

const bridge = "gatepost0";

export type Network = Awaited<ReturnType<typeof openNetwork>>;

/**
 * A network of containers on this machine, as Compose makes one: a bridge whose first address is this machine's. Rejects if the machine
 * has such a bridge already. `subnet` is an IPv4 network of 24 bits.
 */
export async function openNetwork(subnet: string) {
  const prefix = subnet.replace(/0\/24$/, "");
  const gateway = `${prefix}1`;
  const ip = (...args: string[]) => command("ip", args);
  await ip("link", "add", bridge, "type", "bridge");
  await ip("address", "add", `${gateway}/24`, "dev", bridge);
  await ip("link", "set", bridge, "up");
  const names: string[] = [];
  return {
    /** Where containers reach this machine. */
    gateway,
    /** A new container's place in it: the file of its network namespace, and its address. */
    async join(name: string): Promise<{ namespace: string; address: string }> {
      const namespace = `gatepost-${name}`;
      names.push(namespace);
      const address = `${prefix}${names.length + 1}`;
      const inside = `gp${names.length}`;
      await ip("netns", "add", namespace);
      await ip("link", "add", inside, "type", "veth", "peer", "name", "eth0", "netns", namespace);
      await ip("link", "set", inside, "master", bridge, "up");
      await ip("-n", namespace, "link", "set", "lo", "up");
      await ip("-n", namespace, "address", "add", `${address}/24`, "dev", "eth0");
      await ip("-n", namespace, "link", "set", "eth0", "up");
      await ip("-n", namespace, "route", "add", "default", "via", gateway);
      return { namespace: `/run/netns/${namespace}`, address };
    },
    async remove(): Promise<void> {
      for (const name of names) await tryCommand("ip", ["netns", "delete", name]);
      await tryCommand("ip", ["link", "delete", bridge]);
    },
  };
}
