"use client";

import { lengthInDays } from "@gatepost/domain/stats/buckets";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog, type Opened } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { longestRange } from "./view.ts";

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
    if (lengthInDays(days.from, days.to) > longestRange) return setProblem("Choose at most ten years.");
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

/** The first day of a period to compare with, which is as long as the range. */
export function CustomBaseline({
  open,
  onOpenChange,
  first,
  choose,
}: Opened & { first: string; choose: (first: string) => void }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onOpenChange(false);
    choose(String(new FormData(event.currentTarget).get("first")));
  }
  return (
    <Dialog title="Compare with other days" open={open} onOpenChange={onOpenChange}>
      <form onSubmit={submit} className="space-y-4">
        <Field
          label="First day"
          name="first"
          type="date"
          defaultValue={first}
          required
          min="1971-01-01"
          hint="As many days are compared as the chart shows."
        />
        <Button type="submit" variant="main">
          Compare
        </Button>
      </form>
    </Dialog>
  );
}
