import { placedSteps, stepPathText } from "@gatepost/contract/step-paths";
import { stepSentence } from "@gatepost/contract/step-sentence";
import type { Step } from "@gatepost/contract/steps";
import { type PointerEvent, useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "../../../components/button.tsx";
import { Form, SelectField, SubmitButton } from "../../../components/form.tsx";
import { Notice } from "../../../components/panel.tsx";
import { trpc } from "../../../trpc/client.tsx";
import { LivePage } from "../../live/live-page.tsx";
import type { JsonObject } from "../document.ts";
import { type PagePick, usePick } from "./page-pick.ts";

const never = () => () => {};

/**
 * The page of a draft that is tried. Elements can be picked on it; once the steps are done, the edited draft can continue on it, or it
 * can be closed.
 */
export function PickedPage({ taskId, failed, ...continuing }: PickedPageProps) {
  const pick = usePick();
  const state = useLiveState(pick);
  if (!pick) return null;
  const { connection, isPicking, cancel } = pick;
  return (
    <div className="space-y-2">
      {state?.isKept && (
        <div className="space-y-3 rounded-field border border-waits p-3 text-13">
          <div className="flex flex-wrap items-center gap-2">
            <p className="min-w-40 flex-1">
              {failed === undefined ? "The steps are done." : `Step ${failed} failed.`} The page stays open while you
              watch it, for at most ten minutes.
            </p>
            <Button size="small" onClick={() => connection?.send({ type: "close" })}>
              Close the page
            </Button>
          </div>
          <ContinueForm {...continuing} />
        </div>
      )}
      {isPicking && (
        <div className="flex flex-wrap items-center gap-2 text-13">
          <p role="status" className="min-w-40 flex-1">
            Click the element on the page.
          </p>
          <Button size="small" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      <LivePage opening={{ taskId }} attach={pick.attach} overlay={<PickOverlay pick={pick} />} />
    </div>
  );
}

interface PickedPageProps extends ContinueProps {
  taskId: number;
  /** The place of the step that has failed, if the last one did. */
  failed: string | undefined;
}

interface ContinueProps {
  /** The draft as it is in the editor. */
  document: JsonObject;
  isSound: boolean;
  /** The place of the step with which the author is likely to go on. */
  likely: string | undefined;
}

/** Runs the edited draft on the page that was kept open, from a step on. */
function ContinueForm({ document, isSound, likely }: ContinueProps) {
  const pick = usePick();
  const save = trpc.tasks.saveDraft.useMutation();
  const [chosen, setChosen] = useState<string>();
  if (!isSound) return <p className="text-muted">Correct the problems of the template to continue with it.</p>;
  const steps = placedSteps(document.steps as Step[]).map(({ step, path }) => ({ step, place: stepPathText(path) }));
  const at = [chosen, likely].find((one) => steps.some(({ place }) => place === one)) ?? steps[0]?.place ?? "";
  const submit = async () => pick?.continueWith((await save.mutateAsync({ template: document })).draft, at);
  return (
    <Form submit={submit} keepsValues className="flex flex-wrap items-end gap-2">
      <SelectField
        place="min-w-0 flex-1 basis-60"
        label="Continue from step"
        value={at}
        onChange={({ target }) => setChosen(target.value)}
      >
        {steps.map(({ step, place }) => (
          <option key={place} value={place}>
            {place} · {stepSentence(step)}
          </option>
        ))}
      </SelectField>
      <SubmitButton variant="main">Continue</SubmitButton>
      {pick?.refusal && (
        <Notice tone="failed" className="basis-full">
          {pick.refusal}
        </Notice>
      )}
    </Form>
  );
}

function useLiveState(pick: PagePick | null) {
  const connection = pick?.connection;
  const snapshot = () => connection?.snapshot().state;
  return useSyncExternalStore(connection?.subscribe ?? never, snapshot, () => undefined);
}

/** Above the picture of the page: what is pointed at, or matched; while an element is picked, clicks go nowhere else. */
function PickOverlay({ pick }: { pick: PagePick }) {
  const { width = 0, height = 0 } = useLiveState(pick) ?? {};
  const { boxes, isPicking, point, cancel } = pick;
  useEffect(() => {
    if (!isPicking) return;
    const press = ({ key }: KeyboardEvent) => key === "Escape" && cancel();
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  if (width === 0 || (!isPicking && boxes.length === 0)) return null;
  const send = (event: PointerEvent<HTMLDivElement>, picks: boolean) => {
    const { left, top, width: shown, height: high } = event.currentTarget.getBoundingClientRect();
    point({ x: ((event.clientX - left) * width) / shown, y: ((event.clientY - top) * height) / high, picks });
  };
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return (
    <div
      data-picking={isPicking}
      onPointerMove={(event) => isPicking && send(event, false)}
      onPointerDown={(event) => isPicking && send(event, true)}
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc(78vh * ${width / height})` }}
      className={`absolute top-0 left-0 w-full overflow-hidden ${isPicking ? "cursor-crosshair" : "pointer-events-none"}`}
    >
      {boxes.map((box, n) => (
        <div
          key={n}
          data-matched=""
          style={{
            left: percent(box.x, width),
            top: percent(box.y, height),
            width: percent(box.width, width),
            height: percent(box.height, height),
          }}
          className="pointer-events-none absolute rounded-field border-2 border-accent bg-accent/20 outline-2 outline-panel"
        />
      ))}
    </div>
  );
}
