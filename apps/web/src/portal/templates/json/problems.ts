import { jsonParseLinter } from "@codemirror/lang-json";
import { type Diagnostic, linter } from "@codemirror/lint";
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { readPlace } from "../document/json.ts";
import type { Checked } from "../use-check.ts";
import { rangeAt } from "./range-at.ts";

type Found = Pick<Checked, "problems" | "warnings">;

/** Shows the problems for which saving would refuse the text. */
export const setFound = StateEffect.define<Found>();

const none: Found = { problems: [], warnings: [] };
const found = StateField.define<Found>({
  create: () => none,
  update: (value, { effects }) => effects.find((effect) => effect.is(setFound))?.value ?? value,
});

const parseProblems = jsonParseLinter();

/** Marks where the text is no JSON, or else what is wrong with the document. */
export const problems: Extension = [
  found,
  linter(
    (view) => {
      const broken = parseProblems(view);
      if (broken.length > 0) return broken;
      const { state } = view;
      const mark = (severity: Diagnostic["severity"], list: Found["problems"]) =>
        list.map(({ path, message }) => ({ ...rangeAt(state, readPlace(path)), message, severity }));
      const { problems: faults, warnings } = state.field(found);
      return [...mark("error", faults), ...mark("warning", warnings)];
    },
    {
      delay: 100,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some((effect) => effect.is(setFound))),
    },
  ),
];
