"use client";

import { useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Moment } from "../../components/moment.tsx";
import { LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { useFocusWhenGone } from "../../components/use-focus-when-gone.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { postAuth } from "../post-auth.ts";

type Device = Answers["account"]["devices"][number];

/** Where the user is signed in, to sign one device out or all others at once. */
export function Devices() {
  const client = trpc.useUtils();
  const devices = trpc.account.devices.useQuery();
  const signOut = trpc.account.signOutDevice.useMutation({ onSettled: () => client.account.devices.invalidate() });
  const [said, setSaid] = useState<"done" | "failed">();
  const [busy, setBusy] = useState(false);
  async function signOutOthers() {
    setBusy(true);
    const answer = await postAuth("revoke-other-sessions");
    setSaid(answer?.ok ? "done" : "failed");
    setBusy(false);
    await client.account.devices.invalidate();
  }
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-muted">
        Each device stays signed in for two weeks. If you lose one, or do not recognise one, sign it out here.
      </p>
      {devices.error && <LoadError message={devices.error.message} retry={() => devices.refetch()} />}
      {!devices.data && !devices.error && <Skeleton className="h-16 w-full" />}
      {signOut.error && <Notice tone="failed">{signOut.error.message}</Notice>}
      <ul className="divide-y divide-line">
        {devices.data?.map((device) => (
          <DeviceRow
            key={device.deviceId}
            device={device}
            busy={signOut.isPending && signOut.variables.deviceId === device.deviceId}
            signOut={() => signOut.mutate({ deviceId: device.deviceId })}
          />
        ))}
      </ul>
      {said === "done" && <Notice tone="ready">Done. All other devices have been signed out.</Notice>}
      {said === "failed" && <Notice tone="failed">Could not sign out the other devices. Try again in a moment.</Notice>}
      <Button busy={busy} onClick={signOutOthers}>
        Sign out all other devices
      </Button>
    </div>
  );
}

function DeviceRow({ device, busy, signOut }: { device: Device; busy: boolean; signOut: () => void }) {
  const { name, address, signedInAt, isThis } = device;
  const row = useRef<HTMLLIElement>(null);
  useFocusWhenGone(row);
  return (
    <li ref={row} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <span>
        {name}
        {isThis && <span className="text-ready"> · this device</span>}
        <span className="block text-13 text-muted tabular-nums">
          signed in <Moment at={signedInAt} />
          {address && ` from ${address}`}
        </span>
      </span>
      {!isThis && (
        <Button size="small" busy={busy} onClick={signOut} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}
