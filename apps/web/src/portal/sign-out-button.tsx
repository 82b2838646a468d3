"use client";

import { useState } from "react";
import { Button } from "../components/button.tsx";

/** Ends this session and leaves the portal. */
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
        location.assign("/sign-in");
      }}
    >
      Sign out
    </Button>
  );
}
