"use client";

import { Field, SelectField, TextField } from "../../../components/field.tsx";
import { parseJson } from "../document/json.ts";
import type { EnteredSettings } from "./browser-settings.ts";

interface Props {
  entered: EnteredSettings;
  change: (entered: EnteredSettings) => void;
}

/** The browser of the run, collapsed: most runs need none of it. */
export function MoreSettings({ entered, change }: Props) {
  const field = (name: keyof EnteredSettings) => ({
    value: entered[name],
    autoComplete: "off",
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => change({ ...entered, [name]: target.value }),
  });
  const count = Object.values(entered).filter((value) => value.trim() !== "").length;
  const isBroken = entered.cookies.trim() !== "" && parseJson(entered.cookies) === undefined;
  return (
    <details className="rounded-field border border-line">
      <summary className="cursor-pointer rounded-field px-3 py-2 font-semibold text-13">
        More settings
        {count > 0 && <span className="font-normal text-muted"> · {count} set</span>}
      </summary>
      <div className="space-y-4 border-line border-t p-3">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Window width" type="number" placeholder="1280" {...field("width")} />
          <Field label="Window height" type="number" placeholder="720" {...field("height")} />
          <Field label="Locale" placeholder="pt-PT" {...field("locale")} />
          <Field label="Time zone" placeholder="Europe/Lisbon" {...field("timezone")} />
          <Field label="Latitude" type="number" step="any" placeholder="38.7223" {...field("latitude")} />
          <Field label="Longitude" type="number" step="any" placeholder="-9.1393" {...field("longitude")} />
          <Field label="Browser sign-in: user name" {...field("username")} />
          <Field label="Browser sign-in: password" type="password" {...field("password")} />
        </div>
        <TextField
          label="Cookies"
          rows={3}
          {...field("cookies")}
          placeholder='[{"name": "consent", "value": "yes"}]'
          hint="A list of cookies as JSON, as solution.cookieJar writes them."
          error={isBroken ? "This is not JSON." : undefined}
        />
        <SelectField label="Browser" {...field("engine")}>
          <option value="">As the template says</option>
          <option value="shell">Headless shell</option>
          <option value="full">Full browser</option>
        </SelectField>
      </div>
    </details>
  );
}
