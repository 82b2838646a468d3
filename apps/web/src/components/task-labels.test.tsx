import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AddressText, TemplateName } from "./task-labels.tsx";

test("an address can be broken after each separator, and not after its scheme", () => {
  const markup = renderToStaticMarkup(<AddressText address="https://a.example/login?next=b&c=d" />);
  expect(markup.split("<wbr/>").map((part) => part.replace(/<[^>]+>/g, ""))).toEqual([
    ...["https://a.example/", "login?", "next=", "b&amp;", "c=", "d", ""],
  ]);
});

test.each([
  ["Sign in", "<bdi>Sign in</bdi>"],
  ["Sign in (draft)", "<bdi>Sign in (draft)</bdi>"],
  [
    "Sign in (draft 2026-11-25 fd2ceb2f9ac68543)",
    '<bdi title="Sign in (draft 2026-11-25 fd2ceb2f9ac68543)">Sign in (draft 2026-11-25)</bdi>',
  ],
])("%s", (name, shown) => {
  expect(renderToStaticMarkup(<TemplateName name={name} />)).toBe(shown);
});
