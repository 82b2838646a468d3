import { limits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { newCaller, newSession, openTestContext } from "../platform/testing.ts";
import { getEmbedOrigins, setEmbedOrigins } from "./open-live.ts";

const system = await openTestContext();

test("an account lists origins; without a list there are none", async () => {
  const ctx = newSession(await newCaller(system));
  expect(await getEmbedOrigins({ ctx })).toEqual([]);
  const origins = [
    " https://App.example.com/ ",
    "https://app.example.com",
    "http://127.0.0.1:3000",
    "http://[::1]:8080",
  ];
  await setEmbedOrigins({ ctx, input: { origins } });
  expect(await getEmbedOrigins({ ctx })).toEqual([
    "https://app.example.com",
    "http://127.0.0.1:3000",
    "http://[::1]:8080",
  ]);
});

test("what is no origin is refused, above all what a policy would read as more", async () => {
  const ctx = newSession(await newCaller(system));
  for (const origin of [
    "*",
    "https://*.example.com",
    "https://example.com/path",
    "https://ada:secret@example.com",
    "https://example.com;script-src *",
    "https://a,b",
    "'self'",
    "app.example.com",
    "",
  ])
    await expect(setEmbedOrigins({ ctx, input: { origins: [origin] } }), origin).rejects.toMatchObject({
      property: "origins",
    });
  const many = Array.from({ length: limits.embedOrigins + 1 }, (_, n) => `https://${n}.example.com`);
  await expect(setEmbedOrigins({ ctx, input: { origins: many } })).rejects.toMatchObject({ property: "origins" });
  expect(await getEmbedOrigins({ ctx })).toEqual([]);
});
