import { expect, test } from "vitest";
import { egressPolicy, websiteProblem } from "./egress.ts";

const closed = egressPolicy();

test.each([
  ["127.0.0.1"],
  ["127.255.255.254"],
  ["0.0.0.0"],
  ["10.1.2.3"],
  ["172.16.0.1"],
  ["172.31.255.255"],
  ["192.168.1.1"],
  ["169.254.169.254"],
  ["100.64.0.1"],
  ["224.0.0.1"],
  ["255.255.255.255"],
  ["198.18.0.1"],
  ["::1"],
  ["::"],
  ["fe80::1"],
  ["fc00::1"],
  ["fd00:ec2::254"],
  ["ff02::1"],
  ["::ffff:127.0.0.1"],
  ["::ffff:7f00:1"],
  ["64:ff9b::7f00:1"],
  ["2002:7f00:1::"],
  ["2001:db8::1"],
  ["::127.0.0.1"],
])("%s is closed by default", (address) => {
  expect(closed.allows({ address, port: 80, host: address })).toBe(false);
});

test.each([["1.1.1.1"], ["93.184.215.14"], ["172.32.0.1"], ["2606:4700::1111"], ["::ffff:1.1.1.1"]])(
  "%s is open by default",
  (address) => {
    expect(closed.allows({ address, port: 443, host: "example.com" })).toBe(true);
  },
);

test("an operator opens ranges, addresses and host:port, and nothing beside them", () => {
  const policy = egressPolicy("10.0.0.0/8, 127.0.0.1:3900, intranet.example, [::1]:3900");
  const allows = (address: string, port: number, host = address) => policy.allows({ address, port, host });
  expect(allows("10.9.9.9", 80)).toBe(true);
  expect(allows("127.0.0.1", 3900)).toBe(true);
  expect(allows("127.0.0.1", 5432)).toBe(false);
  expect(allows("192.168.0.9", 80, "intranet.example")).toBe(true);
  expect(allows("192.168.0.9", 80)).toBe(false);
  expect(allows("::1", 3900, "[::1]")).toBe(true);
  expect(allows("::1", 5432, "[::1]")).toBe(false);
});

test("an entry that cannot be read is named", () => {
  expect(() => egressPolicy("10.0.0.0/8, http://x/")).toThrow('"http://x/"');
});

test.each([
  ["not a url"],
  ["/login"],
  ["ftp://example.com/"],
  ["file:///etc/passwd"],
  ["javascript:alert(1)"],
  ["http://127.0.0.1/"],
  ["http://2130706433/"],
  ["http://0177.0.0.1/"],
  ["http://0x7f.1/"],
  ["http://127.1/"],
  ["http://[::1]/"],
  ["http://[::ffff:127.0.0.1]/"],
  ["http://localhost:8080/"],
  ["http://a.localhost/"],
  ["http://169.254.169.254/latest/"],
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

test("an opened literal passes with its port", () => {
  const policy = egressPolicy("127.0.0.1:3900");
  expect(websiteProblem("http://127.0.0.1:3900/login", policy)).toBeUndefined();
  expect(websiteProblem("http://127.0.0.1:3901/login", policy)).toBeDefined();
});
