import type { Example, Subject } from "./method.ts";
import { type MethodName, methodNames, methods } from "./methods.ts";

/** Things of an account, each as the properties by which bodies name it. */
export type Things = Partial<Record<Subject, Record<string, unknown>>>;

const turn = (name: MethodName): number => (name.startsWith("save") ? 0 : name.startsWith("delete") ? 2 : 1);

/** All methods, in an order in which what is saved is there to be read, and is deleted last. */
export const methodsInOrder: MethodName[] = methodNames.toSorted((a, b) => turn(a) - turn(b));

/** The body of a method's example, which names one of these things instead of the one that it shows. */
export function exampleBody(name: MethodName, things: Things, example?: Example): Record<string, unknown> {
  const { about, examples } = methods[name];
  const thing = about ? things[about] : undefined;
  const shown = Object.entries((example ?? examples[0])?.request ?? {});
  return Object.fromEntries(shown.map(([property, value]) => [property, thing?.[property] ?? value]));
}
