import { stepDefinitions, stepTypes } from "@gatepost/contract/steps";
import fc from "fast-check";

/** What tests that run generated templates look for afterwards: a global, a request of this path, and a file of this name. */
export const canary = "gatepost-canary";

const code = `(globalThis["${canary}"]=1,globalThis.document&&fetch("/${canary}"))`;

/** What somebody would try who wants code to run, a regular expression to hang, or a prototype to change. */
export const hostileTexts: readonly string[] = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  `\${${code}}`,
  `{{constructor.constructor('${code}')()}}`,
  `'); ${code}; ('`,
  `"); ${code}; ("`,
  `javascript:${code}`,
  `<img src=/${canary} onerror='${code}'>`,
  `<script>${code}</script>`,
  "xpath=//*",
  "a >> internal:control=enter-frame",
  `_react=x[fn = (() => ${code})()]`,
  `a >> _react=x[fn = (() => ${code})()]`,
  "button >> visible=true",
  "(a+)+$",
  "(a)\\1",
  "(?<=a)b",
  "[",
  "\u0000",
  "\ud800",
  "$1; drop table template; --",
  `$(touch ${canary})`,
  `; touch ${canary}; #`,
  `../../${canary}`,
  "../../etc/passwd",
  "\u202e",
  "a".repeat(5_000),
];
export const generatedText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("code", "#code", ""),
);
const scalar = fc.oneof(generatedText, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const parameter = fc.oneof(
  { weight: 12, arbitrary: fc.record({ permanent: generatedText }) },
  { weight: 12, arbitrary: fc.record({ variable: generatedText }) },
  { weight: 6, arbitrary: fc.record({ text: generatedText }) },
  { weight: 6, arbitrary: generatedText.map((name) => ({ text: `a {{${name}}} \\{{b}} {{code}}` })) },
  { weight: 2, arbitrary: fc.record({ permanent: scalar }) },
  { weight: 2, arbitrary: fc.record({ secret: generatedText }) },
  { weight: 2, arbitrary: fc.record({ totp: fc.record({ variable: generatedText }) }) },
  { weight: 1, arbitrary: fc.record({ permanent: generatedText, variable: generatedText }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
/** A step of the guide with some of its parameters replaced, or anything at all. */
const flatStep = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...stepTypes).map((type) => stepDefinitions[type].example as object) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(...stepTypes).chain((type) => {
      const { example } = stepDefinitions[type];
      const names = [...Object.keys(example).filter((name) => name !== "type"), "timeout", "pattern"];
      return fc
        .dictionary(fc.constantFrom(...names), parameter, { maxKeys: 2 })
        .map((changed) => ({ ...example, ...changed }) as object);
    }),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);
/** Steps, also nested in steps that nest others, and optional. */
export const generatedStep: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  step: fc.oneof(
    { depthSize: "small", withCrossShrink: true, maxDepth: 5 },
    { weight: 4, arbitrary: flatStep as fc.Arbitrary<unknown> },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom<object>(
            { type: "IF_ELEMENT", selector: { permanent: "h1" } },
            { type: "IF_TEXT", text: { permanent: "Welcome" } },
            { type: "IF_URL", pattern: { permanent: "*" } },
            { type: "IF_VALUE", name: { permanent: "code" }, equals: { permanent: "x" } },
            { type: "REPEAT_WHILE_ELEMENT", selector: { permanent: "h1" }, max: { permanent: 2 } },
          ),
          fc.array(tie("step"), { minLength: 1, maxLength: 2 }),
        )
        .map(([outer, steps]) => ({ ...outer, ...("max" in outer ? { steps } : { then: steps, else: steps }) })),
    },
    { weight: 1, arbitrary: tie("step").map((step) => ({ ...(step as object), optional: true })) },
  ),
})).step;
/** A template's document, or anything at all. */
export const generatedDocument = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        name: fc.oneof({ weight: 4, arbitrary: fc.uuid() }, generatedText),
        steps: fc.array(generatedStep, { maxLength: 6 }),
        description: generatedText,
        timeout: fc.oneof({ weight: 4, arbitrary: fc.constant<unknown>(60) }, scalar),
      },
      { requiredKeys: ["name", "steps"] },
    ) as fc.Arbitrary<unknown>,
  },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
);
