import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { removeAllEdits } from "../templates/kept-edits.ts";
import { leaveEvent } from "../use-unsaved-warning.ts";
import { postAuth } from "./sign-in.ts";

/** Ends this session and leaves the portal. Unsaved edits do not stay in the tab. */
export function SignOutButton() {
  const [busy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  async function signOut() {
    if (!dispatchEvent(new Event(leaveEvent, { cancelable: true }))) return;
    setBusy(true);
    const answer = await postAuth("sign-out");
    setBusy(false);
    setFailed(!answer?.ok);
    if (!answer?.ok) return;
    removeAllEdits();
    location.assign("/sign-in");
  }
  return (
    <>
      {hasFailed && (
        <span role="alert" className="text-13 text-failed">
          You are still signed in. Try again.
        </span>
      )}
      <Button size="small" busy={busy} onClick={signOut}>
        Sign out
      </Button>
    </>
  );
}
