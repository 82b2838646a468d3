"use client";

import { lengthInDays } from "@gatepost/domain/statistics/days";
import { type FormEvent, useState } from "react";
import { Field } from "../../components/field.tsx";
import { SubmitButton } from "../../components/form.tsx";
import { longestRange } from "../../report/view.ts";

/** The first and last day of a range. */
export function RangeForm({
  from,
  to,
  choose,
}: {
  from: string;
  to: string;
  choose: (days: { from: string; to: string }) => void;
}) {
  const [problem, setProblem] = useState("");
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const days = { from: String(form.get("from")), to: String(form.get("to")) };
    if (days.from > days.to) return setProblem("The first day must not be later than the last day.");
    if (lengthInDays(days.from, days.to) > longestRange) return setProblem("Choose at most ten years.");
    choose(days);
  }
  return (
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
      <SubmitButton variant="main">Apply</SubmitButton>
    </form>
  );
}

/** The first day of a period to compare with, which is as long as the range. */
export function BaselineForm({ first, choose }: { first: string; choose: (first: string) => void }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    choose(String(new FormData(event.currentTarget).get("first")));
  }
  return (
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
      <SubmitButton variant="main">Compare</SubmitButton>
    </form>
  );
}
