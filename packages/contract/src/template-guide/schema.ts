import { z } from "zod";
import { stepGuide } from "../step-guide.ts";
import { type StepType, stepSchemas, stepTypes, templateDocument } from "../steps.ts";

/** The JSON Schema of a template's document, for editors. What a schema cannot say, saving a template says. */
export function templateJsonSchema(): Record<string, unknown> {
  const types = new Map<unknown, StepType>(stepTypes.map((type) => [stepSchemas[type], type]));
  return {
    title: "Gatepost template",
    ...z.toJSONSchema(templateDocument, {
      io: "input",
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        const type = types.get(zodSchema);
        if (type) Object.assign(jsonSchema, { title: type, description: stepGuide[type].explanation });
      },
    }),
  };
}
