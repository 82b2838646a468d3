"use client";

import { useState } from "react";
import { Button } from "../components/button.tsx";
import { removeAllEdits } from "./templates/kept-edits.ts";

/** Ends this session and leaves the portal. Unsaved edits do not stay in the tab. */
export function SignOutButton() {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="small"
      busy={busy}
      onClick={async () => {
        setBusy(true);
        await fetch("/api/auth/sign-out", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        }).catch(() => {});
        removeAllEdits();
        location.assign("/sign-in");
      }}
    >
      Sign out
    </Button>
  );
}
