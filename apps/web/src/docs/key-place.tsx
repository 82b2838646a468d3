"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { Field } from "../components/field.tsx";
import { TextLink } from "../components/text-link.tsx";

const Place = createContext("YOUR_KEY");

/** The key in the samples and forms of this page. It is neither stored nor sent elsewhere. */
export function KeyPlace({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const [key, setKey] = useState("");
  return (
    <Place value={key.trim() || "YOUR_KEY"}>
      <div className="max-w-xl">
        <Field
          label="Your key"
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={({ target }) => setKey(target.value)}
          placeholder="gp_…"
          className="font-mono"
          hint={
            <>
              Used in the samples and forms below. It is not stored.{" "}
              <TextLink href={signedIn ? "/dashboard/keys" : "/sign-in?next=/dashboard/keys"}>
                {signedIn ? "Create a key" : "Sign in to create one"}
              </TextLink>
            </>
          }
        />
      </div>
      {children}
    </Place>
  );
}

export const useKey = (): string => useContext(Place);
