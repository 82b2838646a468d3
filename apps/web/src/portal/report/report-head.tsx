import { lengthInDays, type Unit } from "@gatepost/domain/statistics/days";
import { useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { buttonClass } from "../../components/control-classes.ts";
import { Dialog, type Opened } from "../../components/dialog.tsx";
import { Field, Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { ApplicationIcon } from "../../components/icons.tsx";
import { SmallSelect, ZoneSelect } from "../../components/select.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { calendarDay, spanName } from "../../format/time.ts";
import {
  type Form as ChartForm,
  longestRange,
  movedRange,
  presets,
  presetTexts,
  unitsOf,
  type View,
  withPreset,
} from "../../report/view.ts";
import type { ShownReport } from "./use-report.ts";

interface Props {
  softId: number;
  report: ShownReport;
  readOnly: boolean;
  /** The dialog of a custom range, which has a key of its own. */
  custom: Opened;
  saveCsv: () => void;
  savePng: () => void;
}

export function ReportHead({ softId, report, readOnly, custom, saveCsv, savePng }: Props) {
  const { view, show, application } = report;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <div className="flex min-w-0 items-center gap-3">
        <ApplicationIcon softId={softId} name={application?.name ?? ""} icon={application?.icon ?? null} />
        <div className="min-w-0">
          <h1 tabIndex={-1} className="font-semibold text-20 tracking-tight outline-none">
            {application?.name ?? "…"}
          </h1>
          <p className="text-13 text-muted">
            softId <span className="font-mono">{softId}</span>
            {application?.demo && " · sample data"}
            {application?.published ? (
              <>
                {" · "}
                <a href={`/apps/${softId}`} className="underline underline-offset-4 hover:text-ink">
                  public page ↗
                </a>
              </>
            ) : (
              application && " · not published"
            )}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ZoneSelect zone={view.timezone} choose={(timezone) => show({ timezone, point: null })} />
        <RangeControls report={report} custom={custom} />
        <SmallSelect label="Form of the chart" value={view.form} names={formNames} choose={(form) => show({ form })} />
        <CompareSelect view={view} show={show} />
        <Exports saveCsv={saveCsv} savePng={savePng} />
        {!readOnly && (
          <ButtonLink href={`/dashboard/apps/${softId}/settings`} size="small">
            Settings & sharing
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

const formNames: Record<ChartForm, string> = { bars: "Bars", lines: "Lines" };

const baselines: Record<string, string> = {
  none: "No comparison",
  previous: "Previous period",
  year: "Year before",
};

/** The dashed line of the chart. */
function CompareSelect({ view, show }: Pick<ShownReport, "view" | "show">) {
  const [open, setOpen] = useState(false);
  const chosen = view.compare ?? "none";
  const day = chosen in baselines ? null : chosen;
  return (
    <>
      <SmallSelect
        label="Compare"
        value={chosen}
        names={{ ...baselines, ...(day && { [day]: `From ${calendarDay(day)}` }), other: "Other days…" }}
        choose={(compare) => {
          if (compare === "other") setOpen(true);
          else show({ compare: compare === "none" ? null : compare });
        }}
      />
      <Dialog title="Compare with other days" open={open} onOpenChange={setOpen}>
        <Form
          submit={(fields) => {
            setOpen(false);
            show({ compare: String(fields.get("first")) });
          }}
          className="space-y-4"
        >
          <Field
            label="First day"
            name="first"
            type="date"
            defaultValue={day ?? view.from}
            required
            min="1971-01-01"
            max="9899-12-31"
            hint="As many days are compared as the chart shows. By week, they begin on the same weekday; by month, on the same day of the month."
          />
          <SubmitButton variant="main">Compare</SubmitButton>
        </Form>
      </Dialog>
    </>
  );
}

function Exports({ saveCsv, savePng }: Pick<Props, "saveCsv" | "savePng">) {
  const id = useId();
  const entry = (label: string, act: () => void) => (
    <button
      type="button"
      popoverTarget={id}
      popoverTargetAction="hide"
      onClick={act}
      className="block w-full rounded-field px-3 py-1.5 text-left text-13 hover:bg-raised"
    >
      {label}
    </button>
  );
  return (
    <div>
      <button type="button" popoverTarget={id} className={buttonClass("plain", "small")}>
        Export <span aria-hidden="true">▾</span>
      </button>
      <div
        id={id}
        popover="auto"
        className="inset-auto mt-1 min-w-36 rounded-field border border-line bg-panel p-1 text-ink shadow-sm [position-area:block-end_span-inline-start] [position-try-fallbacks:flip-inline,flip-block]"
      >
        {entry("Data as CSV", saveCsv)}
        {entry("Chart as PNG", savePng)}
      </div>
    </div>
  );
}

/** The range as shown in its list. */
export const rangeName = ({ range, from, to }: View): string =>
  range === "custom" ? spanName({ from, to }) : presetTexts[range].name;

const presetNames = Object.fromEntries(presets.map((preset) => [preset, presetTexts[preset].name]));

const unitNames: Record<Unit, string> = { day: "By day", week: "By week", month: "By month" };

function RangeControls({ report, custom }: { report: ShownReport; custom: Opened }) {
  const { view, show, today, unit, readAt } = report;
  const possible = unitsOf(view);
  function submit(fields: FormData) {
    const [from, to] = [String(fields.get("from")), String(fields.get("to"))];
    if (from > to) throw new FormProblem("The first day must not be later than the last day.", "to");
    if (lengthInDays(from, to) > longestRange) throw new FormProblem("Choose at most ten years.", "to");
    custom.onOpenChange(false);
    report.zoom(from, to);
  }
  return (
    <>
      <div className="flex items-center gap-1">
        <Button size="small" aria-label="Previous range" onClick={() => show(movedRange(view, -1, readAt))}>
          ‹
        </Button>
        <SmallSelect<View["range"] | "other">
          label="Range"
          value={view.range}
          names={{ ...presetNames, ...(view.range === "custom" && { custom: rangeName(view) }), other: "Other days…" }}
          choose={(range) => {
            if (range === "other") custom.onOpenChange(true);
            else if (range !== "custom") show(withPreset(view, range, readAt));
          }}
        />
        <Button
          size="small"
          aria-label="Next range"
          disabled={view.to >= today}
          onClick={() => show(movedRange(view, 1, readAt))}
        >
          ›
        </Button>
      </div>
      {unit !== "hour" && possible.length > 1 && (
        <SmallSelect
          label="What one bar covers"
          value={unit}
          names={Object.fromEntries(possible.map((one) => [one, unitNames[one]]))}
          choose={(by) => show({ by, point: null })}
        />
      )}
      <Dialog title="Other days" {...custom}>
        <Form submit={submit} className="space-y-4">
          <Field label="First day" name="from" type="date" defaultValue={view.from} required min="1971-01-01" />
          <Field label="Last day" name="to" type="date" defaultValue={view.to} required min="1971-01-01" />
          <SubmitButton variant="main">Apply</SubmitButton>
        </Form>
      </Dialog>
    </>
  );
}
