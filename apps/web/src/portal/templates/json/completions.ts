import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { ParameterForm, StepForm } from "@gatepost/contract/step-forms";
import { nameOf } from "./range-at.ts";
import type { SyntaxNode } from "./syntax-node.ts";

type Forms = ReadonlyMap<string, StepForm>;

/**
 * Completes step types, the names of a step's parameters, and where a parameter's value comes from. From the same table as
 * the forms: a completion from the JSON Schema cannot determine which of forty types of steps is meant.
 */
export function complete(forms: Forms, { state, pos, explicit }: CompletionContext): CompletionResult | null {
  const node = syntaxTree(state).resolveInner(pos, -1);
  if (node.name === "String" && node.parent && nameOf(state, node.parent) === "type") {
    if (!stepAround(node)) return null;
    const options = [...forms.values()].map(({ type, explanation }) => ({
      label: type,
      info: explanation,
      type: "type",
    }));
    return { from: node.from + 1, to: end(state, node), options, validFor: /^\w*$/ };
  }
  if (node.name !== "PropertyName" && !(explicit && node.name === "Object")) return null;
  const object = node.name === "Object" ? node : node.parent?.parent;
  const names = object && namesIn(state, forms, object);
  if (!names) return null;
  const inName = node.name === "PropertyName";
  const options = names.map(({ name, info }) => ({
    label: name,
    info,
    apply: inName ? name : `"${name}": `,
    type: "property",
  }));
  return { from: inName ? node.from + 1 : pos, ...(inName && { to: end(state, node) }), options, validFor: /^\w*$/ };
}

/** What can be named in an object: the parameters of a step, or the sources of a parameter. */
function namesIn(state: EditorState, forms: Forms, object: SyntaxNode): { name: string; info: string }[] | null {
  const own = formOf(state, forms, object);
  const taken = new Set(object.getChildren("Property").map((property) => nameOf(state, property)));
  if (own)
    return own.parameters.filter(({ name }) => !taken.has(name)).map(({ name, meaning }) => ({ name, info: meaning }));
  const property = object.parent;
  const step = property?.name === "Property" ? property.parent : null;
  const parameter = step && property && parameterOf(formOf(state, forms, step), nameOf(state, property));
  return parameter ? parameter.sources.map((name) => ({ name, info: parameter.meaning })) : null;
}

function formOf(state: EditorState, forms: Forms, object: SyntaxNode): StepForm | undefined {
  const type = object.getChildren("Property").find((property) => nameOf(state, property) === "type");
  const value = type?.getChild("String");
  return value ? forms.get(state.sliceDoc(value.from + 1, value.to - 1)) : undefined;
}

function parameterOf(form: StepForm | undefined, name: string): ParameterForm | undefined {
  return form?.parameters.find((one) => one.name === name);
}

/** Whether a node is in an object that is an item of a list. */
function stepAround(node: SyntaxNode): boolean {
  return node.parent?.parent?.parent?.name === "Array";
}

/** Before the closing quote, if there is one. */
function end(state: EditorState, { from, to }: SyntaxNode): number {
  return to - from > 1 && state.sliceDoc(to - 1, to) === '"' ? to - 1 : to;
}
