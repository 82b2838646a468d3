import { expect, test } from "vitest";
import { localPath } from "./local-path.ts";

test.for([
  [undefined, "/dashboard"],
  ["/dashboard/apps/1001?mode=views", "/dashboard/apps/1001?mode=views"],
  ["//evil.example", "/dashboard"],
  ["https://evil.example", "/dashboard"],
  ["/\\evil.example", "/dashboard"],
  ["/dashboard\\@evil.example", "/dashboard"],
  [["/dashboard"], "/dashboard"],
] as const)("after signing in, %j leads to %s", ([asked, path]) => {
  expect(localPath(asked)).toBe(path);
});
