"use client";

import { useState } from "react";
import { Check, Field } from "../../components/field.tsx";

const kinds = {
  text: { name: "Password or other text", hint: "At least 4 characters." },
  totp: {
    name: "Key for one-time codes",
    hint: "The Base32 key or otpauth:// address that the site shows when you set up an authenticator app. Tasks type the current code.",
  },
} as const;
export type SecretKind = keyof typeof kinds;

/** What kind of secret it is, and its value, which is covered unless it is to be seen. */
export function SecretValue({ kind, setKind }: { kind: SecretKind; setKind: (kind: SecretKind) => void }) {
  const [isSeen, setIsSeen] = useState(false);
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="mb-1.5 font-semibold text-13">What it is</legend>
        {(Object.keys(kinds) as SecretKind[]).map((one) => (
          <Check key={one} type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)}>
            {kinds[one].name}
          </Check>
        ))}
      </fieldset>
      <div>
        <Field
          label="Value"
          name="value"
          required
          type={isSeen ? "text" : "password"}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-13"
          hint={kinds[kind].hint}
        />
        <Check className="mt-2 text-13" checked={isSeen} onChange={({ target }) => setIsSeen(target.checked)}>
          Show the value while I type
        </Check>
      </div>
    </>
  );
}
