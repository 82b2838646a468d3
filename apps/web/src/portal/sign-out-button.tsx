"use client";

import { useState } from "react";
import { Button } from "../components/button.tsx";
import { postAuth } from "./post-auth.ts";
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
        await postAuth("sign-out");
        removeAllEdits();
        location.assign("/sign-in");
      }}
    >
      Sign out
    </Button>
  );
}
