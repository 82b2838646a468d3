import os, { type NetworkInterfaceInfo } from "node:os";
import { expect, test, vi } from "vitest";
import { egressPolicy, splitUserInfo, websiteProblem, withoutUserInfo } from "./egress.ts";
import { AddressRanges, ipv6Network, isAddressRange, plainAddress } from "./network-address.ts";
import { ownAddresses, readAppSettings } from "./settings.ts";

const closed = egressPolicy();

test.each([
  ..."127.0.0.1 127.255.255.254 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254".split(" "),
  ..."100.64.0.1 224.0.0.1 255.255.255.255 198.18.0.1 ::1 :: fe80::1 fc00::1 fd00:ec2::254 ff02::1".split(" "),
  ..."168.63.129.16 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1 ::127.0.0.1".split(" "),
])("%s is closed by default", (address) => {
  expect(closed.allows({ address, port: 80, host: address })).toBe(false);
});

test.each([["1.1.1.1"], ["93.184.215.14"], ["172.32.0.1"], ["2606:4700::1111"], ["::ffff:1.1.1.1"]])(
  "%s is open by default",
  (address) => {
    expect(closed.allows({ address, port: 443, host: "example.com" })).toBe(true);
  },
);

test("an operator opens ranges, addresses and host:port, closes those that no machine can know, and is told which cannot be read", () => {
  const policy = egressPolicy("10.0.0.0/8, 127.0.0.1:3900, intranet.example, [::1]:3900");
  const allows = (address: string, port: number, host = address) => policy.allows({ address, port, host });
  expect(allows("10.9.9.9", 80)).toBe(true);
  expect(allows("127.0.0.1", 3900)).toBe(true);
  expect(allows("127.0.0.1", 5432)).toBe(false);
  expect(allows("192.168.0.9", 80, "intranet.example")).toBe(true);
  expect(allows("192.168.0.9", 80)).toBe(false);
  expect(allows("::1", 3900, "[::1]")).toBe(true);
  expect(allows("::1", 5432, "[::1]")).toBe(false);

  const { allows: allowed } = egressPolicy("93.184.216.9", { deny: " 93.184.216.0/24, 2a00:1450::/32 ,198.41.0.4" });
  const mayReach = (address: string) => allowed({ address, port: 443, host: "site.example" });
  for (const address of ["93.184.216.1", "2a00:1450::7", "198.41.0.4"]) expect(mayReach(address), address).toBe(false);
  for (const address of ["93.184.216.9", "93.184.217.1", "198.41.0.5"]) expect(mayReach(address), address).toBe(true);

  expect(() => egressPolicy("10.0.0.0/8, http://x/")).toThrow('GATEPOST_EGRESS_ALLOW: "http://x/"');
  for (const entry of ["example.com", "10.0.0.0/33", "10.0.0.1:80", "10.0.0.0/8/8", "::/129"])
    expect(() => egressPolicy("", { deny: `1.2.3.4,${entry}` })).toThrow(`GATEPOST_EGRESS_DENY: "${entry}"`);
});

test("the machine's own addresses are closed, in every form, until they are no longer its own", () => {
  const own: string[] = ["198.41.0.4", "2a00:1450:4001:0:0:0:0:1", "2a00:1450:4001::2%eth0"];
  const { allows } = egressPolicy("198.41.0.5,2a00:1450:4001::9,gate.example", { own: () => own });
  const mayReach = (address: string, host = "site.example") => allows({ address, port: 443, host });
  for (const address of [
    "198.41.0.4",
    "::ffff:198.41.0.4",
    "2a00:1450:4001::1",
    "2A00:1450:4001:0::0001",
    "2a00:1450:4001::2",
  ])
    expect(mayReach(address), address).toBe(false);
  for (const address of ["198.41.0.3", "2a00:1450:4001::3"]) expect(mayReach(address), address).toBe(true);
  expect(mayReach("198.41.0.4", "gate.example"), "what the operator opens is open").toBe(true);
  own.push("198.41.0.5", "198.41.0.3");
  expect(mayReach("198.41.0.5"), "what the operator opens is open").toBe(true);
  expect(mayReach("198.41.0.3"), "an interface that came").toBe(false);
  own.length = 0;
  expect(mayReach("198.41.0.4"), "an interface that went").toBe(true);
});

test("a machine's own addresses are those of its interfaces, read again from time to time, and closed to web and worker", () => {
  const all = Object.values(os.networkInterfaces()).flatMap((one) => one?.map(({ address }) => address) ?? []);
  expect(all).toContain("127.0.0.1");
  expect(ownAddresses()().toSorted()).toEqual(all.toSorted());

  let [time, reads] = [0, 0];
  const interfaces = () => {
    reads += 1;
    return { eth0: [{ address: `198.41.0.${reads}` } as NetworkInterfaceInfo] };
  };
  const own = ownAddresses(interfaces, () => time);
  expect([own(), own(), reads]).toEqual([["198.41.0.1"], ["198.41.0.1"], 1]);
  time = 5_000;
  expect([own(), reads]).toEqual([["198.41.0.2"], 2]);

  // No machine of a test has an address of the open internet.
  const spied = vi
    .spyOn(os, "networkInterfaces")
    .mockReturnValue({ eth0: [{ address: "198.41.0.4" } as NetworkInterfaceInfo] });
  const { egress } = readAppSettings({});
  expect(egress.allows({ address: "198.41.0.4", port: 80, host: "site.example" })).toBe(false);
  spied.mockRestore();
});

test.each([
  ..."/login ftp://example.com/ file:///etc/passwd javascript:alert(1) http://127.0.0.1/ http://2130706433/".split(" "),
  ..."http://0177.0.0.1/ http://0x7f.1/ http://127.1/ http://[::1]/ http://[::ffff:127.0.0.1]/".split(" "),
  ..."http://localhost:8080/ http://a.localhost/ http://169.254.169.254/latest/".split(" "),
  "not a url",
])("createTask refuses %s", (address) => {
  expect(websiteProblem(address, closed)).toBeDefined();
});

test.each([
  ["https://example.com/login"],
  ["http://example.com:8080"],
  ["http://1.1.1.1/"],
  ["https://intern.example/"],
])("createTask takes %s; names are judged when a connection is made", (address) => {
  expect(websiteProblem(address, closed)).toBeUndefined();
});

test.for([
  ["https://ada:pw@site.example/a?b#c", "https://site.example/a?b#c", "ada", "pw"],
  ["https://ada@site.example:8443", "https://site.example:8443/", "ada", ""],
  ["http://:pw@site.example/", "http://site.example/", "", "pw"],
  ["http://a%40b:p%2Fw@site.example/@x", "http://site.example/@x", "a%40b", "p%2Fw"],
  ["http://a@b:c@d@site.example/", "http://site.example/", "a%40b", "c%40d"],
  [" HTTP:\\\\ada:pw@SITE.example\\a", "http://site.example/a", "ada", "pw"],
] as const)("%s is %s with a name and a password beside it", ([whole, plain, username, password]) => {
  const { origin } = new URL(plain);
  const split = splitUserInfo(whole);
  expect(split).toEqual({ address: plain, userInfo: { origin, username, password } });
  expect(new URL(withoutUserInfo(whole)).href).toBe(plain);
});

test.for([
  "https://site.example/a@b",
  "https://site.example?to=ada@site.example",
  "https://@site.example/",
  "no address @ all",
])("%s comes back as it is", (address) => {
  expect(splitUserInfo(address)).toEqual({ address, userInfo: undefined });
});

test("user information is removed from any text that contains an address", () => {
  expect(
    withoutUserInfo('the address "http://ada:pw@10.0.0.1/" and https://a@b@c.example, mail to ada@site.example'),
  ).toBe('the address "http://10.0.0.1/" and https://c.example, mail to ada@site.example');
  expect(withoutUserInfo("https://site.example/a@b https://site.example?a@b")).toBe(
    "https://site.example/a@b https://site.example?a@b",
  );
});

test.for([
  ["198.51.100.7", "198.51.100.7"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["::FFFF:c633:6407", "198.51.100.7"],
  ["2001:DB8:0:0::0001", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["127.1", undefined],
  ["127.0.0.1%eth0", undefined],
  ["[::1]", undefined],
  ["unknown", undefined],
  ["", undefined],
] as const)("%j is the address %j", ([text, address]) => {
  expect(plainAddress(text)).toBe(address);
});

test.for([
  ["10.0.0.0/8", "10.255.0.1", true],
  ["10.0.0.0/8", "11.0.0.1", false],
  ["10.0.0.0/8", "::ffff:10.0.0.1", true],
  ["::ffff:10.0.0.0/104", "10.255.0.1", true],
  ["192.0.2.1", "192.0.2.2", false],
  ["2001:db8::/32", "2001:DB8:1::", true],
  ["2001:db8::1", "2001:db8:0::1%eth0", true],
  ["0.0.0.0/0", "::1", false],
  ["::/0", "nonsense", false],
] as const)("whether %s has %s: %j", ([range, address, expected]) => {
  expect(new AddressRanges([range]).has(address)).toBe(expected);
});

test.for([...["", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/-1", "::/129", "10.1/8"], "1.2.3.4:80"])(
  "%j is no address and no range",
  (text) => {
    expect(isAddressRange(text)).toBe(false);
    expect(() => new AddressRanges(["192.0.2.1", text])).toThrow(text);
  },
);

test.for([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8::1", "2001:db8::/64"],
  ["::1", "::/64"],
  ["198.51.100.7", "198.51.100.7"],
] as const)("%s is in the network %s", ([address, network]) => {
  expect(ipv6Network(address, 64)).toBe(network);
});
