import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Resolve } from "../egress/resolve.ts";

/**
 * Every way that we know to write the loopback (S9), and nothing but the loopback: whatever comes of a test, it visits
 * this machine alone. The ranges that are closed beside it are judged by the policy's own test.
 */

const names: Record<string, string[]> = {
  localhost: ["127.0.0.1", "::1"],
  "a.localhost": ["127.0.0.1"],
  "ip6-localhost": ["::1"],
  "public.example": ["127.0.0.1"],
  "six.example": ["::1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "mapped-hex.example": ["::ffff:7f00:1"],
  "zone.example": ["::1%lo"],
  "high.example": ["127.255.255.254"],
  "any.example": ["0.0.0.0"],
  "any-six.example": ["::"],
  "both.example": ["127.0.0.1", "::1"],
  "xn--bcher-kva.example": ["127.0.0.1"],
  "127.0.0.1.example": ["127.0.0.1"],
};

/** Knows the names of the list, and no others. */
export const resolveLoopback: Resolve = async (name) => {
  const addresses = names[name.toLowerCase().replace(/\.$/, "")];
  if (!addresses) throw new Error("no such name");
  return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
};

const four = [
  ...["127.0.0.1", "127.0.0.1.", "127.1", "127.1.", "127.0.1", "127.8.9.10", "127.255.255.254"],
  // One number, decimal, hex and octal.
  ...["2130706433", "2130706433.", "2147483646", "0x7f000001", "0X7F000001", "0x000000007f000001"],
  ...["017700000001", "000017700000001", "0x7ffffffe"],
  // Parts in other bases, filled up with zeros, or fewer than four.
  ...["0177.0.0.1", "0177.1", "0177.0.1", "0177.00.00.01", "000177.0.0.1", "0x7f.0.0.1", "0x7f.1", "0x7f.0.1"],
  ...["0x7f.0x0.0x0.0x1", "0X7F.0X0.0.1", "0x000007f.0.0.1", "127.0x1", "127.0x0.0x0.0x1", "127.00.00.01"],
  ...["127.000.000.001", "127.0.0x1", "0177.0x0.0.1", "0x7f.00.0x0.01", "127.65535", "127.16777214", "0x7f.0xfffffe"],
  // Nowhere in particular, which a connection takes for this machine.
  ...["0.0.0.0", "0", "0.", "0x0", "00", "0.0", "0x0.0", "000000000000"],
  // Percent signs, and characters that mean digits and dots.
  ...["%31%32%37.0.0.1", "127%2e0%2e0%2e1", "%30x7f.1", "１２７.０.０.１", "127。0。0。1", "127．0．0．1", "127｡0｡0｡1"],
  ...["①②⑦.⓪.⓪.①", "𝟏𝟐𝟕.𝟎.𝟎.𝟏", "¹²⁷.⁰.⁰.¹", "127.0.0.\u00ad1", "0ｘ7f.1", "２１３０７０６４３３"],
];

const six = [
  ...["[::1]", "[0:0:0:0:0:0:0:1]", "[0000:0000:0000:0000:0000:0000:0000:0001]", "[::0001]", "[::0:1]", "[0::1]"],
  ...["[0:0::0:1]", "[::0.0.0.1]", "[0:0:0:0:0:0:0.0.0.1]", "[::]", "[0::0]", "[0:0:0:0:0:0:0:0]", "[::0.0.0.0]"],
  ...["[::ffff:127.0.0.1]", "[::FFFF:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:7F00:0001]", "[0::ffff:127.0.0.1]"],
  ...["[0:0:0:0:0:ffff:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "[0000:0000:0000:0000:0000:ffff:7f00:0001]"],
  ...["[::ffff:127.8.9.10]", "[::ffff:0.0.0.0]", "[::ffff:0:0]", "[::1%25lo]", "[::1%lo]"],
];

const named = [
  ...Object.keys(names),
  ...[
    "LOCALHOST",
    "localhost.",
    "%6cocalhost",
    "ｌｏｃａｌｈｏｓｔ",
    "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
    "local\u00adhost",
    "loc\u200balhost",
  ],
  ...["PUBLIC.example.", "public。example", "bücher.example"],
];

/** As they stand in an address, before the port. */
export const loopbackHosts = [...four, ...six, ...named];

/** Whole addresses that are written strangely, or speak of other things than http. */
export function oddAddresses(port: number): string[] {
  const here = `127.0.0.1:${port}`;
  return [
    ...[`http://user@${here}/`, `http://user:pass@[::1]:${port}/`, `http://public.example@${here}/`],
    ...[`http://public.example:80@${here}/`, `http://public.example%40@${here}/`, `http://@${here}/`],
    ...[`http:\\\\${here}\\`, `http:/\\${here}/`, `http:///${here}/`, `http:/${here}/`, `//${here}/`, `/\\${here}/`],
    ...[`HtTp://${here}/`, ` http://${here}/`, `ht\ntp://${here}/`, `http://127.0.\t0.1:${port}/`],
    ...[`http://${here}?@public.example/`, `http://${here}#@public.example/`, `http://${here}\\@public.example/`],
    ...[`http://127.0.0.1:0${port}/`, `https://${here}/`, `ws://${here}/`, `wss://${here}/`, `wss://[::1]:${port}/`],
    ...[`ftp://${here}/`, "file://127.0.0.1/etc/passwd", `view-source:http://${here}/`, `blob:http://${here}/0`],
    ...[`filesystem:http://${here}/temporary/0`, `feed:http://${here}/`, `gopher://${here}/`],
    ...[`data:text/html,<img/src=http://${here}/>`, `javascript:fetch('http://${here}/')`],
  ];
}

/** A listener that nothing may reach, on all addresses of this machine, for TCP and UDP. */
export async function openForbidden() {
  const contacted: string[] = [];
  const tcp = createServer((socket) => {
    contacted.push(`tcp ${socket.localAddress}`);
    socket.on("error", () => {}).destroy();
  });
  tcp.listen(0, "::");
  await once(tcp, "listening");
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket("udp6", () => contacted.push("udp"));
  udp.bind(port, "::");
  await once(udp, "listening");
  return {
    port,
    contacted,
    close() {
      tcp.close();
      udp.close();
    },
  };
}
