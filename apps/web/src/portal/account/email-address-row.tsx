"use client";

import type { EmailAddress } from "@gatepost/domain/email-address/email-address";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { trpc } from "../../trpc/client.tsx";

const stateText: Record<EmailAddress["state"], string> = {
  confirmed: "confirmed",
  unconfirmed: "waits for its owner to confirm it",
  unsubscribed: "its owner has unsubscribed",
};

/** One address, with what can be done with it. */
export function EmailAddressRow({
  address: { addressId, email, state, everyWait },
  sending,
  onSend,
}: {
  address: EmailAddress;
  sending: boolean;
  /** Asks its owner again. */
  onSend: () => void;
}) {
  const client = trpc.useUtils();
  const remove = trpc.emails.remove.useMutation({ onSuccess: () => client.emails.list.invalidate() });
  const [chosen, setChosen] = useState(everyWait);
  const setEveryWait = trpc.emails.setEveryWait.useMutation({
    onSuccess: () => client.emails.list.invalidate(),
    onError: () => setChosen(everyWait),
  });
  const error = remove.error ?? setEveryWait.error;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2">
      <span className="min-w-0 break-words">
        {email} <span className="text-13 text-muted">{stateText[state]}</span>
      </span>
      <span className="flex flex-wrap items-center gap-3">
        {state === "confirmed" && (
          <label className="flex items-center gap-2 text-13">
            <input
              type="checkbox"
              checked={chosen}
              onChange={({ target }) => {
                setChosen(target.checked);
                setEveryWait.mutate({ addressId, everyWait: target.checked });
              }}
            />
            Every task that waits
          </label>
        )}
        {state !== "confirmed" && (
          <Button size="small" aria-label={`Send the email to ${email} again`} busy={sending} onClick={onSend}>
            Send again
          </Button>
        )}
        <Button
          variant="danger"
          size="small"
          aria-label={`Remove ${email}`}
          busy={remove.isPending}
          onClick={() => remove.mutate({ addressId })}
        >
          Remove
        </Button>
      </span>
      {error && <Notice tone="failed">{error.message}</Notice>}
    </li>
  );
}
