import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TemplateName } from "./task-labels.tsx";

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
