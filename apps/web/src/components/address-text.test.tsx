import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AddressText } from "./task-labels.tsx";

test("an address can be broken after each separator, and not after its scheme", () => {
  const markup = renderToStaticMarkup(<AddressText address="https://a.example/login?next=b&c=d" />);
  expect(markup.split("<wbr/>").map((part) => part.replace(/<[^>]+>/g, ""))).toEqual([
    ...["https://a.example/", "login?", "next=", "b&amp;", "c=", "d", ""],
  ]);
});
