"use client";

import type { ParameterForm, StepForm } from "@gatepost/contract/step-forms";
import { createContext, useContext } from "react";

/** The forms of all step types, and of the document itself. */
export interface Forms {
  forms: ReadonlyMap<string, StepForm>;
  fields: readonly ParameterForm[];
}

export const FormsContext = createContext<Forms>({ forms: new Map(), fields: [] });
export const useForms = () => useContext(FormsContext);
