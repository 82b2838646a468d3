import { useMutation } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { removeAllEdits } from "../templates/kept-edits.ts";
import { mayLeave } from "../use-unsaved-warning.ts";
import { callAuth } from "./sign-in.ts";

/** Ends this session and leaves the portal. Unsaved edits do not stay in the tab. */
export function SignOutButton() {
  const signOut = useMutation({
    mutationFn: () => callAuth("sign-out", {}, ""),
    onSuccess() {
      removeAllEdits();
      location.assign("/sign-in");
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
