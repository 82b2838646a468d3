"use client";

import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";

/** Ends every other session of the person, and keeps this one. */
export function SignOutElsewhere() {
  const [said, setSaid] = useState<"done" | "failed">();
  const [busy, setBusy] = useState(false);
  async function end() {
    setBusy(true);
    const answer = await fetch("/api/auth/revoke-other-sessions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    }).catch(() => undefined);
    setSaid(answer?.ok ? "done" : "failed");
    setBusy(false);
  }
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-muted">
        You stay signed in on a device for two weeks after signing in. Lost one? Sign out there from here.
      </p>
      {said === "done" && <Notice tone="ready">Done. This is the only place where you are signed in.</Notice>}
      {said === "failed" && <Notice tone="failed">The service did not do it. Try again in a moment.</Notice>}
      <Button busy={busy} onClick={end}>
        Sign out everywhere else
      </Button>
    </div>
  );
}
