import { useEffect } from "react";
import { ActionButton } from "../../components/action-button.tsx";
import { mayLeave } from "../use-unsaved-warning.ts";
import { callAuth } from "./sign-in.ts";

const channelName = "gatepost sign-out";

/** Leaves the portal when its person signs out in another tab of the browser. */
export function useSignOutElsewhere(): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = leave;
    return () => channel.close();
  }, []);
}

function leave(): void {
  sessionStorage.clear();
  location.assign("/sign-in");
}

/** Ends this session and leaves the portal, in all tabs, which keep nothing of it. */
export function SignOutButton() {
  async function signOut() {
    if (!mayLeave()) return;
    await callAuth("sign-out", {}, "").catch(() => {
      throw new Error("You are still signed in. Try again.");
    });
    new BroadcastChannel(channelName).postMessage(null);
    leave();
  }
  return (
    <ActionButton size="small" act={signOut}>
      Sign out
    </ActionButton>
  );
}
