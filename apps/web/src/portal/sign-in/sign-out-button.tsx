import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "../../components/button.tsx";
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
  const signOut = useMutation({
    mutationFn: () => callAuth("sign-out", {}, ""),
    onSuccess() {
      new BroadcastChannel(channelName).postMessage(null);
      leave();
    },
  });
  return (
    <>
      {signOut.isError && (
        <span role="alert" className="text-13 text-failed">
          You are still signed in. Try again.
        </span>
      )}
      <Button size="small" busy={signOut.isPending} onClick={() => mayLeave() && signOut.mutate()}>
        Sign out
      </Button>
    </>
  );
}
