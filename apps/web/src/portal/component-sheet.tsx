"use client";

import { type ReactNode, useState } from "react";
import { Button } from "../components/button.tsx";
import { CodeBlock } from "../components/code-block.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Field, SelectField, TextField } from "../components/field.tsx";
import { ApplicationIcon } from "../components/icons.tsx";
import { Menu } from "../components/menu.tsx";
import { Moment } from "../components/moment.tsx";
import { Empty, LoadError, Notice, Skeleton } from "../components/notice.tsx";
import { PageHead, Panel } from "../components/panel.tsx";
import { ThemeSwitch } from "../components/select.tsx";
import { Sparkline } from "../components/sparkline.tsx";
import { StateBadge, shownStates } from "../components/task-labels.tsx";
import { Legend } from "./report/chart-panel.tsx";
import { ReportChart } from "./report/report-chart.tsx";

const colours = ["ground", "panel", "raised", "line", "ink", "muted", "accent", "waits", "ready", "failed"];
const charts = [1, 2, 3, 4, 5, 6, 7].map((number) => `chart-${number}`);
const series = ["accent", ...charts].map((name) => ({ name, colour: `var(--${name})` }));
const rows = Array.from({ length: 14 }, (_, day) => ({
  key: String(day),
  short: `${day + 1} Nov`,
  name: `${day + 1} Nov`,
  partial: day === 13,
  values: series.map((_, index) => ((day * 7 + index * 5) % 11) * (index === 0 ? 6 : 1)),
  before: 40 + ((day * 13) % 30),
  beforeName: `${day + 1} Oct`,
}));

/** The design system on one page. */
export function ComponentSheet() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <PageHead title="Components" actions={<ThemeSwitch initial="system" />}>
        Every component in each of its states. Colours, sizes and radii are defined in tokens.css.
      </PageHead>
      <div className="space-y-4">
        <Sheet title="Colours">
          {[...colours, ...charts].map((name) => (
            <span key={name} className="flex items-center gap-2 text-13">
              <span className="size-6 rounded-field border border-line" style={{ background: `var(--${name})` }} />
              {name}
            </span>
          ))}
        </Sheet>
        <Sheet title="Type">
          <span className="text-12">12 beside</span>
          <span className="text-13">13 small</span>
          <span className="text-14">14 body</span>
          <span className="font-semibold text-16">16 heading</span>
          <span className="font-semibold text-20">20 page</span>
          <span className="font-semibold text-28">28 figure</span>
          <span className="font-semibold text-40">40 title</span>
          <span className="font-mono text-13">mono 0123456789</span>
        </Sheet>
        <Sheet title="Buttons">
          {(["main", "plain", "quiet", "danger"] as const).map((variant) => (
            <span key={variant} className="flex gap-2">
              <Button variant={variant}>Send answer</Button>
              <Button variant={variant} size="small">
                Small
              </Button>
              <Button variant={variant} busy>
                Busy
              </Button>
            </span>
          ))}
        </Sheet>
        <Sheet title="Choices">
          <Menu
            label="Export"
            entries={[
              { label: "Chosen", chosen: true, act: () => {} },
              { label: "Other", act: () => {} },
            ]}
          />
          <Button onClick={() => setAsking(true)}>Open a dialog</Button>
          <Dialog title="Archive it?" open={asking} onOpenChange={setAsking}>
            <p>One thing in front of the page.</p>
          </Dialog>
        </Sheet>
        <Panel title="Fields">
          <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
            <Field label="Name" hint="What others see." placeholder="Acme Exporter" />
            <Field label="Homepage" defaultValue="not a URL" error="Not a valid URL: it must start with https://." />
            <SelectField label="Kind">
              <option>All kinds</option>
            </SelectField>
            <TextField label="Description" />
          </div>
        </Panel>
        <Sheet title="States">
          {shownStates.map((state) => (
            <StateBadge key={state} state={state} />
          ))}
          <Moment at={new Date("2026-11-21T10:00:00Z")} />
          <Sparkline values={[3, 5, 2, 8, 7, 9, 4]} />
          <ApplicationIcon softId={1} name="Acme Exporter" icon={null} />
        </Sheet>
        <div className="grid gap-4 lg:grid-cols-2">
          <div className="space-y-2">
            <Notice tone="ready">Saved.</Notice>
            <Notice tone="waits">Two tasks are waiting for you.</Notice>
            <Notice tone="failed">This name is already used. Choose another one.</Notice>
            <LoadError message="The service could not be reached." retry={() => {}} />
            <Skeleton className="h-10 w-full" />
          </div>
          <Empty title="No keys yet">
            <p>Create one and add it to your program's settings.</p>
          </Empty>
        </div>
        <CodeBlock label="A call" code={'curl -s http://127.0.0.1:3000/getBalance -d \'{"clientKey":"YOUR_KEY"}\''} />
        <Panel title="Chart">
          <ReportChart
            rows={rows}
            series={series}
            label="All chart colours"
            show={String}
            money={false}
            form="bars"
            notes={new Map([["4", ["Version 2.0 is out"]]])}
            chosen="8"
            choose={() => {}}
            zoom={() => {}}
          />
          <Legend series={series} hidden={["chart-7"]} change={() => {}} />
        </Panel>
      </div>
    </>
  );
}

function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">{children}</div>
    </Panel>
  );
}
