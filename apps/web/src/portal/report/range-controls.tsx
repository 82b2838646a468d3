import type { Unit } from "@gatepost/domain/statistics/days";
import dynamic from "next/dynamic";
import { Button } from "../../components/button.tsx";
import { Dialog, type Opened } from "../../components/dialog.tsx";
import { Menu } from "../../components/menu.tsx";
import { SmallSelect } from "../../components/select.tsx";
import { spanName } from "../../format/time.ts";
import { type Form, movedRange, presets, presetTexts, unitsOf, type View, withPreset } from "../../report/view.ts";
import type { ShownReport } from "./use-report.ts";

/** Loaded when it is opened. */
const RangeForm = dynamic(() => import("./other-days.tsx").then(({ RangeForm: Form }) => Form));

/** The range as shown in its menu. */
export function rangeName({ range, from, to }: View): string {
  return range === "custom" ? spanName({ from, to }) : presetTexts[range].name;
}

const unitNames: Record<Unit, string> = { day: "By day", week: "By week", month: "By month" };
const formNames: Record<Form, string> = { bars: "Bars", lines: "Lines" };

/** Selects the range, the one before or after it, what one bar covers, and bars or lines. */
export function RangeControls({ report, custom }: { report: ShownReport; custom: Opened }) {
  const { view, show, today, unit, readAt } = report;
  const possible = unitsOf(view);
  return (
    <>
      <div className="flex items-center gap-1">
        <Button size="small" aria-label="Previous range" onClick={() => show(movedRange(view, -1, readAt))}>
          ‹
        </Button>
        <Menu
          name={`Range: ${rangeName(view)}`}
          label={rangeName(view)}
          entries={[
            ...presets.map((preset) => ({
              label: <WithKey of={presetTexts[preset]} />,
              chosen: view.range === preset,
              act: () => show(withPreset(view, preset, readAt)),
            })),
            {
              label: <WithKey of={{ name: "Other days…", key: "o" }} />,
              chosen: view.range === "custom",
              act: () => custom.onOpenChange(true),
            },
          ]}
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
      {possible.length > 1 && (
        <SmallSelect
          label="What one bar covers"
          value={unit}
          names={Object.fromEntries(possible.map((one) => [one, unitNames[one]]))}
          choose={(by) => show({ by, point: null })}
        />
      )}
      <SmallSelect label="Form of the chart" value={view.form} names={formNames} choose={(form) => show({ form })} />
      <Dialog title="Other days" {...custom}>
        <RangeForm
          from={view.from}
          to={view.to}
          choose={(days) => {
            custom.onOpenChange(false);
            show({ ...days, range: "custom", by: null, point: null });
          }}
        />
      </Dialog>
    </>
  );
}

function WithKey({ of: { name, key } }: { of: { name: string; key: string } }) {
  return (
    <span className="flex grow justify-between gap-6">
      {name}
      <span aria-hidden="true" className="font-mono text-12 text-muted">
        {key.toUpperCase()}
      </span>
    </span>
  );
}
