"use client";

import { addDays } from "@gatepost/domain/stats/days";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";

/** Every zone that the browser knows, its own first. */
function allZones(): string[] {
  return ["UTC", Intl.DateTimeFormat().resolvedOptions().timeZone, ...Intl.supportedValuesOf("timeZone")];
}

/** The other zones, a few hundred, are listed when the menu is about to be opened. */
export function ZoneSelect({ zone, choose }: { zone: string; choose: (zone: string) => void }) {
  const [known, setKnown] = useState<string[]>([]);
  return (
    <select
      aria-label="Time zone"
      value={zone}
      onPointerDown={() => setKnown(allZones())}
      onFocus={() => setKnown(allZones())}
      onChange={({ target }) => choose(target.value)}
      className="h-8 w-36 rounded-field border border-line bg-panel px-2 text-13"
    >
      {[...new Set([zone, ...known])].map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}

interface Opened {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function CustomRange({
  open,
  onOpenChange,
  from,
  to,
  choose,
}: Opened & { from: string; to: string; choose: (days: { from: string; to: string }) => void }) {
  const [problem, setProblem] = useState("");
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const days = { from: String(form.get("from")), to: String(form.get("to")) };
    if (days.from > days.to) return setProblem("The first day must not be later than the last day.");
    if (addDays(days.from, 365) < days.to) return setProblem("Choose at most 366 days.");
    setProblem("");
    onOpenChange(false);
    choose(days);
  }
  return (
    <Dialog title="Custom range" open={open} onOpenChange={onOpenChange}>
      <form onSubmit={submit} className="space-y-4">
        <Field label="First day" name="from" type="date" defaultValue={from} required min="1971-01-01" />
        <Field
          label="Last day"
          name="to"
          type="date"
          defaultValue={to}
          required
          min="1971-01-01"
          error={problem || undefined}
        />
        <Button type="submit" variant="main">
          Apply
        </Button>
      </form>
    </Dialog>
  );
}

const search = ["/", "Search applications and pages"] as const;
const keys = [
  ["1 – 5", "Errors, views, downloads, users, money"],
  ["← →", "Previous range, next range"],
  ["C", "Show or hide the previous period"],
  ["?", "Show this list"],
  ["Esc", "Close the open panel"],
] as const;

export function KeysHelp({ open, onOpenChange, readOnly }: Opened & { readOnly: boolean }) {
  return (
    <Dialog title="Keyboard shortcuts" open={open} onOpenChange={onOpenChange}>
      <dl className="space-y-2">
        {(readOnly ? keys : [...keys, search]).map(([key, does]) => (
          <div key={key} className="flex gap-4">
            <dt className="w-16 shrink-0 font-mono text-13">{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
