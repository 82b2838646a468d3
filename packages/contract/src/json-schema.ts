import { z } from "zod";
import { type StepType, stepDefinitions, stepTypes, templateDocument } from "./steps.ts";

/** The relevant part of JSON Schema, as zod writes it. */
export interface JsonSchema {
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
}

/** The schema of what a caller sends. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" }) as JsonSchema;

/** The JSON Schema of a template's document, for editors. What a schema cannot say, saving a template says. */
export function templateJsonSchema(): Record<string, unknown> {
  const types = new Map<unknown, StepType>(stepTypes.map((type) => [stepDefinitions[type].schema, type]));
  return {
    title: "Gatepost template",
    ...z.toJSONSchema(templateDocument, {
      io: "input",
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        const type = types.get(zodSchema);
        if (type) Object.assign(jsonSchema, { title: type, description: stepDefinitions[type].explanation });
      },
    }),
  };
}
