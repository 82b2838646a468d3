import { z } from "zod";

/** A problem or warning about a template's document, and its place. */
export const problem = z.object({
  path: z
    .string()
    .describe("The place in the document, such as steps.3.selector; steps are counted from 1. Empty: the document."),
  message: z.string().describe("What is wrong there and what to write instead."),
});

export type Problem = z.infer<typeof problem>;

/** How many sentences one text has at most. */
export const mostListed = 10;

/** One text of the first ten sentences, which counts the rest of `all` problems. */
export function listProblems(sentences: readonly string[], all = sentences.length): string {
  const named = sentences.slice(0, mostListed);
  const more = all - named.length;
  if (more > 0) named.push(`There ${more === 1 ? "is 1 more problem" : `are ${more} more problems`}.`);
  return named.join(" ");
}

/**
 * What a schema expects, in words that follow "must be": the error map of every parser of external input. A schema's
 * own words take precedence.
 */
export function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return article(issue.expected);
    case "invalid_value":
      return `one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "too_small":
      if (issue.origin === "string") return `a string of ${issue.minimum} or more characters`;
      if (issue.origin === "array") return `a list of ${issue.minimum} or more`;
      return `${issue.inclusive ? "at least" : "more than"} ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "string") return `a string of at most ${issue.maximum} characters`;
      return issue.origin === "array" ? `a list of at most ${issue.maximum}` : `at most ${issue.maximum}`;
    default:
      return "of another form";
  }
}

/** What a value must be, in the words of a form that a person fills in. */
export function formExpectation(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "too_small" && issue.origin === "string" && issue.minimum === 1) return "filled in";
  return expectation(issue)
    ?.replace(/^a string of/, "a text of")
    .replace(/^an integer$/, "a whole number");
}

function article(type: string): string {
  if (type === "int") return "an integer";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
