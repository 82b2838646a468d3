import { z } from "zod";
import { isObject } from "./json-value.ts";
import { isLonger, limits } from "./limits.ts";
import { trimmedName } from "./method.ts";

/** A joined text: literal pieces, and names of variables and read texts in between, as `Order {{order}} for {{name}}`. */
type JoinedPiece = { literal: string } | { name: string };

const piece = /\\\{\{|\{\{([^{}]*)\}\}|\{\{/g;

/** The pieces of a joined text, in their order; `\{{` is a literal `{{`. What is no name stays literal text. */
export function joinedPieces(text: string): JoinedPiece[] {
  const pieces: JoinedPiece[] = [];
  let literal = "";
  let at = 0;
  for (const match of text.matchAll(piece)) {
    literal += text.slice(at, match.index);
    at = match.index + match[0].length;
    const name = match[1]?.trim();
    if (!name) {
      literal += match[0].startsWith("\\") ? "{{" : match[0];
      continue;
    }
    if (literal !== "") pieces.push({ literal });
    literal = "";
    pieces.push({ name });
  }
  literal += text.slice(at);
  return literal === "" ? pieces : [...pieces, { literal }];
}

export const namesIn = (text: string): string[] => [
  ...new Set(joinedPieces(text).flatMap((one) => ("name" in one ? [one.name] : []))),
];

/** What is wrong with a joined text, as the words after "It must be"; undefined where it can be read. */
export function joinedTextProblem(text: string, maxNameLength: number): string | undefined {
  for (const match of text.matchAll(piece)) {
    if (match[0] === "{{") return "a text in which each {{ has its }}; write \\{{ for two braces as they are";
    if (match[1] === undefined) continue;
    const name = match[1].trim();
    if (name === "") return "a text with a name between {{ and }}";
    if (isLonger(name, maxNameLength)) return `a text whose names have at most ${maxNameLength} characters`;
  }
  return undefined;
}

/**
 * The values of a step: `{"permanent": value}` is fixed by the template, `{"variable": "name"}` comes with the task, and
 * `{"text": "Order {{order}}"}` joins variables, and texts that READ_TEXT read, with text of the template. A document may
 * have the bare value instead of `{"permanent": value}`: the schemas accept both and return the latter.
 */
export type Parameter = { permanent: unknown } | { variable: string } | { text: string };

/**
 * What is typed into an element may also be `{"secret": "name"}`, which the account has stored, or `{"totp": …}`, the
 * one-time code of a key that is stored or comes with the task. Both go into pages only, so no other parameter has them.
 */
export type TypedParameter = Parameter | { secret: string } | { totp: TotpKey };

/** Where the key of a one-time code comes from: Base32 or an otpauth URI. */
type TotpKey = { secret: string } | { variable: string };

export const variableReference = z.strictObject({
  variable: z.string().min(1).max(limits.nameLength),
});

const joinedText = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(limits.variableBytes)
    .superRefine((given, ctx) => {
      const problem = joinedTextProblem(given, limits.nameLength);
      if (problem) ctx.addIssue({ code: "custom", message: problem });
    }),
});

/** The two ways to write a value that the template fixes. Both are read as `{"permanent": value}`. */
const fixed = <T extends z.ZodType>(value: T) =>
  [value.transform((permanent) => ({ permanent })), z.strictObject({ permanent: value })] as const;

export const permanent = <T extends z.ZodType>(value: T) => z.union(fixed(value), { error: "a value" });

/** A parameter that the template fixes, a task's variable fills, or a text joins. */
export function parameter<T extends z.ZodType>(value: T) {
  return z.union([...fixed(value), variableReference, joinedText], {
    error: 'a value, {"variable": "name"} or {"text": "… {{name}} …"}',
  });
}

const secretReference = z.strictObject({ secret: trimmedName(limits.secretNameLength) });

export const typedText = z.union(
  [
    ...fixed(z.string().max(limits.variableBytes)),
    variableReference,
    joinedText,
    secretReference,
    z.strictObject({
      totp: z.union([secretReference, variableReference], {
        error: '{"secret": "name"} or {"variable": "name"}',
      }),
    }),
  ],
  {
    error:
      'a value, {"variable": "name"}, {"text": "… {{name}} …"}, {"secret": "name"} or {"totp": {"secret": "name"}}',
  },
);

/** What a wait asks: fixed, or joined with texts that READ_TEXT read. */
export const prompt = z.union([...fixed(z.string().min(1).max(500)), joinedText], {
  error: 'a text, or {"text": "… {{name}} …"} with names that READ_TEXT reads',
});

export const text = parameter(z.string().max(limits.variableBytes));

/** What finds an element. Of several, the first that matches something acts. */
export type Selector = Parameter | Parameter[];

const oneSelector = parameter(z.string().min(1).max(1_024));

const several = z
  .array(oneSelector)
  .min(1)
  .max(limits.selectorAlternatives)
  .transform((all): z.output<typeof oneSelector>[] | z.output<typeof oneSelector> =>
    all.length === 1 && all[0] ? all[0] : all,
  );

export const selector = z.union([...oneSelector.options, several], {
  error: 'a selector, {"variable": "name"}, {"text": "… {{name}} …"}, or a list of these',
});

export const isSelectorName = (type: unknown, name: string): boolean =>
  name === "selector" || (type === "DRAG" && (name === "from" || name === "to"));

/** A variable, or the name under which something is kept. */
export const name = permanent(z.string().min(1).max(limits.nameLength));

export const attribute = permanent(z.string().regex(/^[A-Za-z_][\w.:-]{0,127}$/, "an attribute's name, such as href"));

export const soughtText = text.refine(
  (given) => !("permanent" in given) || /\S/.test(given.permanent),
  "a text that is not blank, since every page shows that",
);

/** Seconds a step may take. */
export const timeout = permanent(z.number().positive().max(3_600)).optional();

const forms = ["permanent", "variable", "text", "secret", "totp"];

/** Whether a value of a step is a parameter; others are nested steps and the like. */
export function isParameter(value: unknown): value is TypedParameter {
  return isObject(value) && forms.some((form) => form in value);
}

/** The stored secret that fills a parameter, or from which its code comes; undefined if none does. */
export function secretIn(parameter: TypedParameter): string | undefined {
  if ("secret" in parameter) return parameter.secret;
  return "totp" in parameter && "secret" in parameter.totp ? parameter.totp.secret : undefined;
}
