import { expect, test } from "vitest";
import { readAuthSettings, readHostSettings, readSettings } from "./settings.ts";

const required = { DATABASE_URL: "postgresql://127.0.0.1/x", GATEPOST_SECRET: "s".repeat(32) };
const mail = {
  GATEPOST_SMTP_URL: "smtps://user:hunter2@mail.example.com",
  GATEPOST_MAIL_FROM: "Gatepost <gatepost@example.com>",
  GATEPOST_ORIGIN: "https://gatepost.example.com",
};

test.for([
  ["100/500", { perSecond: 100, burst: 500 }],
  ["off", null],
  ["", { perSecond: 100, burst: 500 }],
] as const)("GATEPOST_RATE_LIMIT=%s", ([text, rate]) => {
  expect(readSettings({ ...required, GATEPOST_RATE_LIMIT: text }).rate).toEqual(rate);
});

test("by default sign-up is open beside the demo, otherwise by invitation", () => {
  const asked = (env: Record<string, string>) => readAuthSettings(env).signUp;
  expect(asked({ GATEPOST_DEMO_SITE: "http://127.0.0.1:3900" })).toBe("open");
  expect(asked({})).toBe("invite");
  expect(asked({ GATEPOST_SIGNUP: "closed" })).toBe("closed");
});

test.for([
  ["", 1_000_000n],
  ["0", 0n],
  ["$2.5", 2_500_000n],
] as const)("GATEPOST_SIGNUP_CREDIT=%s", ([text, credit]) => {
  expect(readAuthSettings({ GATEPOST_SIGNUP_CREDIT: text }).signUpCredit).toBe(credit);
});

test("emails are sent where a mail server is named", () => {
  expect(readAuthSettings({}).mail).toBeUndefined();
  expect(readAuthSettings(mail)).toMatchObject({
    origin: mail.GATEPOST_ORIGIN,
    mail: { url: mail.GATEPOST_SMTP_URL, from: mail.GATEPOST_MAIL_FROM },
  });
  expect(() => readAuthSettings({ GATEPOST_MAIL_FROM: mail.GATEPOST_MAIL_FROM }), "which would never be sent").toThrow(
    "GATEPOST_MAIL_FROM is set, and GATEPOST_SMTP_URL is not",
  );
});

test("the development server is one process", () => {
  expect(readHostSettings({ WEB_CONCURRENCY: "4" })).toMatchObject({ dev: false, processes: 4 });
  expect(readHostSettings({ GATEPOST_DEV: "1", WEB_CONCURRENCY: "4" })).toMatchObject({ dev: true, processes: 1 });
});

test.for([
  [readSettings, "DATABASE_URL", ""],
  [readSettings, "GATEPOST_SECRET", undefined],
  [readSettings, "GATEPOST_RATE_LIMIT", "many"],
  [readSettings, "GATEPOST_RATE_LIMIT", "0/5"],
  [readSettings, "GATEPOST_MAX_BACKLOG", "1e99"],
  [readSettings, "GATEPOST_MAX_BODY_MIB", "17"],
  [readSettings, "GATEPOST_EGRESS_ALLOW", "10.0.0.0/8, no no"],
  [readAuthSettings, "GATEPOST_SIGNUP", "anybody"],
  [readAuthSettings, "GATEPOST_SIGNUP_CREDIT", "1.0000001"],
  [readAuthSettings, "GATEPOST_ORIGIN", "gatepost.example.com"],
  [readAuthSettings, "GATEPOST_ORIGIN", ""],
  [readAuthSettings, "GATEPOST_SMTP_URL", "mail.example.com"],
  [readAuthSettings, "GATEPOST_SMTP_URL", "http://user:hunter2@mail.example.com"],
  [readAuthSettings, "GATEPOST_MAIL_FROM", ""],
  [readAuthSettings, "GATEPOST_MAIL_FROM", "a@example.com\r\nBcc: b@example.com"],
  [readHostSettings, "PORT", "65536"],
  [readHostSettings, "WEB_CONCURRENCY", "0"],
  [readHostSettings, "GATEPOST_TRUSTED_PROXIES", "10.0.0.0/33"],
  [readHostSettings, "GATEPOST_TRUSTED_PROXIES", "proxy.example.org"],
] as const)("a wrong setting is named, and no password: %o %s=%s", ([read, name, value]) => {
  expect(() => read({ ...required, ...mail, [name]: value })).toThrow(new RegExp(`^(?!.*hunter2).*${name}`, "s"));
});
