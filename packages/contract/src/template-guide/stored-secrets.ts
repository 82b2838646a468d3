import { json, list, type Section, shell, text } from "./blocks.ts";

export const storedSecrets: Section = {
  ...{ id: "secrets", title: "Stored secrets and one-time codes", level: 2 },
  blocks: [
    text(
      "A password that every task needs is stored once, and no task brings it: in the portal under Secrets, or with",
      "`npx gatepost secret set`, which asks for the value or reads it from standard input; the method is `saveSecret`. Nobody can read",
      "it back.",
    ),
    shell(
      "Store a secret for the pages of a site",
      'printf %s correct-horse | npx gatepost secret set "bank password" --domain bank.example',
    ),
    text("What FILL_INPUT, TYPE_TEXT and SELECT_OPTION type can then be:"),
    list(
      '`{"secret": "bank password"}`: the stored value.',
      '`{"totp": {"secret": "bank 2fa"}}`: the current one-time code, as an authenticator app shows it. The secret is the key that the site offers for such apps: Base32 (`JBSW Y3DP …`) or an `otpauth://totp/…` address.',
      '`{"totp": {"variable": "key"}}`: the same with a key that the task brings.',
    ),
    json("Type the current code", {
      type: "FILL_INPUT",
      selector: { permanent: "#code" },
      value: { totp: { secret: "bank 2fa" } },
    }),
    text(
      "A secret is typed only into pages of the hosts that it was stored for, and of their subdomains. In a frame, the frame's own",
      "site counts. Anywhere else the step fails and names the secret and the host. If a site echoes the value, the result has `…` in",
      "its place: in texts, lists, pictures, cookies and storage, but not in the content of a downloaded file.",
    ),
    text(
      "A code that is about to expire is never typed: with less than 2 s left, the step waits for the next one. Where a code has a",
      "field for each digit, all digits are of one code. After a code has been typed, a task whose worker is lost is not run again,",
      "because the site may have accepted the code.",
    ),
    text(
      "The built-in template `Sign in with a stored password and one-time code` uses both. The demo site's page `/authenticator` is",
      "a site for it: its password is `lovelace`, and it shows the key of its codes.",
    ),
  ],
};
