import { z } from "zod";
import { timeout } from "../parameter.ts";

/** A step type: its schema, and how documentation and the template editor describe it. Each example is run by a test. */
export interface StepDefinition<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  /** What the step does, in one or two sentences. */
  explanation: string;
  /** As an author writes it. Not typed by the schema, because steps that nest others would then refer to themselves. */
  example: Readonly<Record<string, unknown>>;
  /** Steps that belong together, where one step alone shows too little. */
  sequence?: { explanation: string; steps: readonly object[] };
  /** What its parameters mean, where that is not what their names mean in every step. */
  meanings?: Readonly<Record<string, string>>;
  /** When it fails, and what its error says then, beyond that its time was over. */
  fails?: string;
  /** Seconds that it may take if the template does not say; left out: those of an ordinary step. */
  seconds?: number;
}

export const defineStep = <Schema extends z.ZodType>(definition: StepDefinition<Schema>): StepDefinition<Schema> =>
  definition;

/** What a step does or does not. */
export const flag = z.literal(true, { error: "true, or left out" }).optional();
/** On any step except a wait: its failure does not end the task. */
const optional = flag;
export const common = { timeout, optional };

/**
 * The schema of a step of a type, with what every step may have. The schemas of steps that hold other steps cannot be inferred
 * through it.
 */
export function stepSchema<Type extends string, Parameters extends z.ZodRawShape>(type: Type, parameters: Parameters) {
  return z.strictObject({ type: z.literal(type), ...parameters, ...common });
}

export const notFound =
  "The element did not appear in time: the error names the selector, and says where it was looked for and which frames were not loaded.";
