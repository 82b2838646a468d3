import { formExpectation } from "@gatepost/contract/expectation";
import type { Problem } from "@gatepost/contract/problem";
import type { TemplateDocument } from "@gatepost/contract/steps";
import type { Args } from "../context.ts";
import { isDomainError } from "../errors.ts";
import { requireAccount } from "../permission.ts";
import { lintTemplate } from "./lint.ts";
import { checkDocument } from "./read-document.ts";
import { fromRecording } from "./recording/from-recording.ts";
import { type VariableField, variableFields } from "./variable-fields.ts";

interface CheckTemplateInput {
  /** The document; or a recording, with the name of the template that it should become. */
  template?: unknown;
  recording?: unknown;
  name?: string | undefined;
  late?: readonly string[] | undefined;
}

interface CheckedTemplate {
  /** What keeps it from being saved, by its content; empty if nothing does. */
  problems: Problem[];
  /** Likely mistakes, which do not keep it from being saved. */
  warnings: Problem[];
  /** Without problems: the document as it would be stored, and the variables that it uses. */
  template: TemplateDocument | null;
  variables: VariableField[];
}

/** What saveTemplate would say of a document or a recording, for an editor. Stores and reads nothing. */
export function checkTemplate({ ctx, input }: Args<CheckTemplateInput>): CheckedTemplate {
  requireAccount(ctx, null);
  const given = documentOf(input);
  if ("problems" in given) return { problems: given.problems, warnings: [], template: null, variables: [] };
  const checked = checkDocument(given.document, formExpectation);
  if ("problems" in checked) return { problems: checked.problems, warnings: [], template: null, variables: [] };
  const { document } = checked;
  const warnings = [...given.warnings, ...lintTemplate(document)];
  return { problems: [], warnings, template: document, variables: variableFields(document) };
}

function documentOf({ template, recording, name = "", late = [] }: CheckTemplateInput) {
  if (recording === undefined) return { document: template, warnings: [] };
  try {
    return fromRecording({ name, recording, late });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { problems: [...(error.details.problems ?? [{ path: "", message: error.message }])] };
  }
}
