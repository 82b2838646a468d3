import type { Solution } from "@gatepost/contract/solution";
import { expect, test } from "vitest";
import { coverSolution } from "./redact.ts";

const emptySolution: Solution = {
  url: "",
  domain: "",
  cookies: {},
  localStorage: {},
  screenshots: [],
  HTMLsInBase64: [],
  texts: {},
  data: {},
  files: {},
  cookieJar: [],
  fingerprint: {},
  requestHeaders: {},
};
const password = "correct horse";
const cookie = (name: string, value: string): Solution["cookieJar"][number] => ({
  name,
  value,
  domain: "bank.example",
  path: "/",
  expires: -1,
  httpOnly: true,
  secure: true,
  sameSite: "Lax",
});

test("a stored secret that a site echoes is covered in every part of the solution but the content of files", () => {
  const solution: Solution = {
    ...emptySolution,
    url: "https://bank.example/?p=correct%20horse",
    domain: "correct horse.bank.example",
    cookies: { session: "5f2d", remember: "user=ada&p=correct%20horse" },
    cookieJar: [cookie("session", "5f2d"), cookie("remember", "Correct Horse")],
    localStorage: { draft: "typed: correct horse", "correct horse": "yes" },
    files: { report: { name: "correct horse.txt", type: "text/plain", size: 13, base64: btoa(password) } },
    fingerprint: { "self.navigator.userAgent": password, "self.navigator.languages": ["en", password] },
    requestHeaders: { referer: "https://bank.example/correct%20horse" },
  };
  expect(coverSolution(solution, [password])).toEqual({
    ...solution,
    url: "https://bank.example/?p=…",
    domain: "….bank.example",
    cookies: { session: "5f2d", remember: "user=ada&p=…" },
    cookieJar: [cookie("session", "5f2d"), cookie("remember", "…")],
    localStorage: { draft: "typed: …", "…": "yes" },
    files: { report: { ...solution.files.report, name: "….txt" } },
    fingerprint: { "self.navigator.userAgent": "…", "self.navigator.languages": ["en", "…"] },
    requestHeaders: { referer: "https://bank.example/…" },
  });
});

test("a short secret is covered in a cookie only where it is the whole value, because it may be there by chance", () => {
  const cookies = { session: "a91234f0", pin: "1234" };
  expect(coverSolution({ ...emptySolution, cookies }, ["1234"]).cookies).toEqual({ session: "a91234f0", pin: "…" });
});

test("without stored secrets the solution stays as it is", () => {
  expect(coverSolution(emptySolution, [])).toBe(emptySolution);
});
