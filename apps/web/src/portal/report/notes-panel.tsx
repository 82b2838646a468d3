import { MoreButton } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Field, Form, SubmitButton } from "../../components/form.tsx";
import { ListItem } from "../../components/list.tsx";
import { Panel } from "../../components/panel.tsx";
import { calendarDay } from "../../format/time.ts";
import { trpc } from "../../trpc/client.tsx";
import type { ShownReport } from "./use-report.ts";

interface Props {
  softId: number;
  report: ShownReport;
  readOnly: boolean;
}

export function NotesPanel({ softId, report: { notes, moreNotes, today }, readOnly }: Props) {
  const add = trpc.stats.addNote.useMutation();
  const remove = trpc.stats.removeNote.useMutation();
  const submit = (fields: FormData) =>
    add.mutateAsync({ softId, day: String(fields.get("day")), text: String(fields.get("text")) });
  if (readOnly && notes.length === 0) return null;
  return (
    <Panel title="Notes on the chart" screenOnly={notes.length === 0}>
      <ul className="divide-y divide-line empty:hidden">
        {notes.map(({ noteId, day, kind, text }) => (
          <ListItem
            key={noteId}
            actions={
              kind === "own" &&
              !readOnly && (
                <ConfirmButton
                  label="Remove…"
                  name={`Remove note ${text}`}
                  question="Remove this note?"
                  action="Remove note"
                  act={() => remove.mutateAsync({ softId, noteId })}
                >
                  <bdi>{text}</bdi>
                </ConfirmButton>
              )
            }
          >
            <span className="text-waits" aria-hidden="true">
              ⚑{" "}
            </span>
            <span className="text-muted">{calendarDay(day)}</span> <bdi>{text}</bdi>
            {kind === "correction" && <span className="text-muted"> (a correction)</span>}
          </ListItem>
        ))}
      </ul>
      <MoreButton pages={moreNotes} />
      {!readOnly && (
        <Form submit={submit} className="flex flex-wrap items-end gap-2">
          <Field label="Day" name="day" type="date" defaultValue={today} required />
          <Field
            place="min-w-48 grow"
            label="What happened"
            name="text"
            required
            maxLength={500}
            placeholder="Version 2.0 is out"
          />
          <SubmitButton>Add note</SubmitButton>
        </Form>
      )}
    </Panel>
  );
}
