import { modeRecords, modes } from "@gatepost/contract/modes";
import { presets, presetTexts } from "../../report/view.ts";

const search = ["/", "Search applications and pages"] as const;
const keys = [
  ["1 – 5", modes.map((mode) => modeRecords[mode].name).join(", ")],
  ["← →", "Previous range, next range"],
  ...presets.map((preset) => [presetTexts[preset].key.toUpperCase(), presetTexts[preset].name] as const),
  ["O", "Other days"],
  ["C or X", "Show or hide the previous period"],
  ["B", "Bars or lines"],
  ["?", "Show this list"],
  ["Esc", "Close the open panel"],
] as const;

/** The dashboard's keyboard shortcuts; without those of the portal where nobody is signed in. */
export function KeysList({ readOnly }: { readOnly: boolean }) {
  return (
    <dl className="space-y-2">
      {(readOnly ? keys : [...keys, search]).map(([key, does]) => (
        <div key={key} className="flex gap-4">
          <dt className="w-16 shrink-0 font-mono text-13">{key}</dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
