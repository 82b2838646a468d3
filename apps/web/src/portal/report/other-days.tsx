import { lengthInDays } from "@gatepost/domain/statistics/days";
import { Field, Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { longestRange } from "../../report/view.ts";

interface Props {
  from: string;
  to: string;
  choose: (days: { from: string; to: string }) => void;
}

export function RangeForm({ from, to, choose }: Props) {
  function submit(fields: FormData) {
    const days = { from: String(fields.get("from")), to: String(fields.get("to")) };
    if (days.from > days.to) throw new FormProblem("The first day must not be later than the last day.", "to");
    if (lengthInDays(days.from, days.to) > longestRange) throw new FormProblem("Choose at most ten years.", "to");
    choose(days);
  }
  return (
    <Form submit={submit} className="space-y-4">
      <Field label="First day" name="from" type="date" defaultValue={from} required min="1971-01-01" />
      <Field label="Last day" name="to" type="date" defaultValue={to} required min="1971-01-01" />
      <SubmitButton variant="main">Apply</SubmitButton>
    </Form>
  );
}

/** The first day of a period to compare with, which is as long as the range. */
export function BaselineForm({ first, choose }: { first: string; choose: (first: string) => void }) {
  return (
    <Form submit={(fields) => choose(String(fields.get("first")))} className="space-y-4">
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
    </Form>
  );
}
