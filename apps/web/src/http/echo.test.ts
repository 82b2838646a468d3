import { expect, test } from "vitest";
import { echo } from "./endpoints.ts";

const sent = (text: string) => JSON.stringify(echo(text).request);

test("a body is returned as it was sent, with every digit of its numbers", () => {
  const text = '{"a":[1.10,9007199254740993,1e400,-0,null,true,"x"],"b":{"c":{}},"":""}';
  expect(sent(text)).toBe(text);
});

test("the value of clientKey is hidden, of any type and at any depth", () => {
  expect(sent('{"clientKey":"gp_secret","task":{"clientKey":{"k":"gp_secret"}},"list":[{"clientKey":1}]}')).toBe(
    '{"clientKey":"(hidden)","task":{"clientKey":"(hidden)"},"list":[{"clientKey":"(hidden)"}]}',
  );
});

test("a property __proto__ is returned as a property, and changes no prototype", () => {
  expect(sent('{"__proto__":{"polluted":1}}')).toBe('{"__proto__":{"polluted":1}}');
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});
