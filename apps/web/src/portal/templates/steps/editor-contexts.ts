import type { Problem } from "@gatepost/contract/problems";
import type { ParameterForm, StepForm } from "@gatepost/contract/step-forms";
import { createContext, useContext } from "react";
import type { Path } from "../document.ts";
import type { Changed } from "./edit-steps.ts";

/** What every part of the list of steps knows and may do. */
export interface Steps {
  document: unknown;
  problems: readonly Problem[];
  warnings: readonly Problem[];
  variables: readonly string[];
  /** The step whose form is open, as problems name it. */
  open: string | null;
  setOpen: (path: string | null) => void;
  /** Applies a change of the list, and moves the focus to the step concerned; null: there is nothing to change. */
  change: (changed: Changed | null, open?: boolean) => void;
  set: (path: Path, value: unknown) => void;
  /** The step that is dragged, and where it would be dropped: before that index of that list. */
  dragged: { path: Path; list?: string; index?: number } | null;
  drag: (dragged: Steps["dragged"]) => void;
}

export const StepsContext = createContext<Steps | null>(null);

export function useSteps(): Steps {
  const steps = useContext(StepsContext);
  if (!steps) throw new Error("There is no list of steps around this.");
  return steps;
}

/** The forms of all step types, and of the document itself. */
export interface Forms {
  forms: ReadonlyMap<string, StepForm>;
  fields: readonly ParameterForm[];
}

export const FormsContext = createContext<Forms>({ forms: new Map(), fields: [] });
export const useForms = () => useContext(FormsContext);
