import { expect, test } from "vitest";
import { portalPath } from "./page-path.ts";

test.for([
  ["/dashboard/", "/dashboard/"],
  ["/dashboard/apps/1001?note=%2F%2Fa#day", "/dashboard/apps/1001?note=%2F%2Fa#day"],
  ["/dashboard/tasks/1?a=b c", "/dashboard/tasks/1?a=b%20c"],
  ["/dashboard/apps/new/../1001", "/dashboard/apps/1001"],
  ["/dashboard/templates/v1.2?a=1", "/dashboard/templates/v1.2?a=1"],
  ["/dashboard/templates/Rechnungen für Juli", "/dashboard/templates/Rechnungen%20f%C3%BCr%20Juli"],
  ["/dashboard/templates/a%2Fb", "/dashboard/templates/a%2Fb"],
  ["/dash\nboard/keys", "/dashboard/keys"],
  ["/dashboard/keys?_rsc=1x2y&a=1", "/dashboard/keys?a=1"],
] as const)("Row S17: %j is the page %s of the portal", ([asked, path]) => {
  expect(portalPath(asked)).toBe(path);
});

test.for([
  null,
  ["/dashboard"],
  "",
  "/apps/1001/download",
  "/dashboards",
  "//evil.example/dashboard",
  "https://evil.example/dashboard",
  "https:/dashboard/../apps/1001/download",
  "javascript:alert(1)//dashboard",
  "/\\evil.example",
  "\\\\evil.example/dashboard",
  "/dashboard\\@evil.example",
  "/dashboard/../apps/1001/download",
  "/dashboard/..\\apps/1001/download",
  "/dashboard/.%2E/apps/1001/download",
  "/dashboard/..;/apps/1001/download",
  "/dashboard/..///evil.example",
  "/dashboard/.\t./apps/1001/download",
  "/dashboard/%2f%2fevil.example",
  "/dashboard/..%2fapps%2f1001%2fdownload",
  "/dashboard/%5c%5cevil.example",
  "/dashboard/a.b",
  "/dashboard/templates/%2e%2e/%2e%2e/apps/1001/download",
  "/dashboard/templates/a/b.c",
  "/dashboard/templates//evil.example",
  "/dashboard/templates/a%2",
  "/dashboard@evil.example",
])("Row S17: %j leads to the dashboard", (asked) => {
  expect(portalPath(asked)).toBe("/dashboard");
});
