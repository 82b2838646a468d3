"use client";

import type { ReactNode } from "react";
import { duration } from "../../../format/time.ts";
import { StepPicture } from "./step-picture.tsx";
import type { FollowedStep } from "./use-followed-task.ts";

interface Props {
  taskId: number;
  step: FollowedStep;
  editStep: (place: string) => void;
  isLast: boolean;
  /** What is said or asked at this step. */
  children: ReactNode;
}

/** One step of a run: whether it is done, how long it took, and what the page showed. */
export function LiveStep({ taskId, step, editStep, isLast, children }: Props) {
  const { stepId, number, place, type, startedAt, endedAt, outcome, note, hasPicture } = step;
  const tone = outcome === "done" ? "text-ready" : outcome ? "text-failed" : "text-waits";
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-1">
      <span aria-hidden="true" className={tone}>
        {outcome === "done" ? "✓" : outcome ? "✕" : "●"}
      </span>
      <div className="space-y-2">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {number > 0 && <span className="text-12 text-muted tabular-nums">{place}</span>}
          <span className="font-mono text-12">{number === 0 ? "opens the website" : type}</span>
          <span className="text-13 text-muted tabular-nums">
            {endedAt ? duration(endedAt.getTime() - startedAt.getTime()) : "in progress"}
            {outcome && outcome !== "done" && ` · ${outcome}`}
          </span>
          {number > 0 && outcome === "failed" && (
            <button
              type="button"
              aria-label={`Edit step ${place}`}
              onClick={() => editStep(`steps.${place}`)}
              className="rounded-field text-13 text-accent underline underline-offset-4"
            >
              Edit
            </button>
          )}
        </p>
        {note && <p className="text-13 text-muted">{note}</p>}
        {children}
        {hasPicture && <StepPicture taskId={taskId} stepId={stepId} place={place} isLarge={isLast} />}
      </div>
    </li>
  );
}
