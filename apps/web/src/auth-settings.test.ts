import { expect, test } from "vitest";
import { readAuthSettings } from "./settings.ts";

const mail = {
  GATEPOST_SMTP_URL: "smtps://user:password@mail.example.com",
  GATEPOST_MAIL_FROM: "Gatepost <gatepost@example.com>",
  GATEPOST_ORIGIN: "https://gatepost.example.com",
};

test("by default sign-up is open beside the demo, otherwise by invitation", () => {
  const asked = (env: Record<string, string>) => readAuthSettings(env).signUp;
  expect(asked({ GATEPOST_DEMO_SITE: "http://127.0.0.1:3900" })).toBe("open");
  expect(asked({})).toBe("invite");
  expect(asked({ GATEPOST_SIGNUP: "open" })).toBe("open");
  expect(asked({ GATEPOST_SIGNUP: "closed" })).toBe("closed");
});

test.for([
  ["", 1_000_000n],
  ["0", 0n],
  ["$2.5", 2_500_000n],
  ["0.000001", 1n],
] as const)("GATEPOST_SIGNUP_CREDIT=%s", ([text, credit]) => {
  expect(readAuthSettings({ GATEPOST_SIGNUP_CREDIT: text }).signUpCredit).toBe(credit);
});

test("a sender without a mail server is refused, because its emails would never be sent", () => {
  expect(() => readAuthSettings({ GATEPOST_MAIL_FROM: mail.GATEPOST_MAIL_FROM })).toThrow(
    "GATEPOST_MAIL_FROM is set, and GATEPOST_SMTP_URL is not, so no email could be sent: set both, or neither.",
  );
});

test("emails are sent where a mail server is named", () => {
  expect(readAuthSettings({}).mail).toBeUndefined();
  expect(readAuthSettings(mail)).toMatchObject({
    origin: "https://gatepost.example.com",
    mail: { url: "smtps://user:password@mail.example.com", from: "Gatepost <gatepost@example.com>" },
  });
});

test.for([
  ["GATEPOST_SIGNUP", "anybody"],
  ["GATEPOST_SIGNUP_CREDIT", "-1"],
  ["GATEPOST_SIGNUP_CREDIT", "1.0000001"],
  ["GATEPOST_ORIGIN", "gatepost.example.com"],
  ["GATEPOST_ORIGIN", ""],
  ["GATEPOST_SMTP_URL", "mail.example.com"],
  ["GATEPOST_SMTP_URL", "https://mail.example.com"],
  ["GATEPOST_MAIL_FROM", ""],
  ["GATEPOST_MAIL_FROM", "a@example.com\r\nBcc: b@example.com"],
] as const)("a wrong setting is named: %s=%s", ([name, value]) => {
  expect(() => readAuthSettings({ ...mail, [name]: value })).toThrow(name);
});

test("the message about an invalid mail server contains no password", () => {
  expect(() => readAuthSettings({ ...mail, GATEPOST_SMTP_URL: "http://user:hunter2@mail.example.com" })).toThrow(
    /^(?!.*hunter2)/,
  );
});
