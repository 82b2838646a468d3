"use client";

import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { postAuth } from "../post-auth.ts";

/** Ends every other session of the user, and keeps this one. */
export function SignOutElsewhere() {
  const [said, setSaid] = useState<"done" | "failed">();
  const [busy, setBusy] = useState(false);
  async function end() {
    setBusy(true);
    const answer = await postAuth("revoke-other-sessions");
    setSaid(answer?.ok ? "done" : "failed");
    setBusy(false);
  }
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-muted">
        Each device stays signed in for two weeks. If you lose one, sign it out here.
      </p>
      {said === "done" && <Notice tone="ready">Done. All other devices have been signed out.</Notice>}
      {said === "failed" && <Notice tone="failed">Could not sign out the other devices. Try again in a moment.</Notice>}
      <Button busy={busy} onClick={end}>
        Sign out all other devices
      </Button>
    </div>
  );
}
