import { RE2JS } from "re2js";

/** Compiles a declared shape for a full match in time linear in the value. Throws on a pattern that RE2 does not know. */
export function compilePattern(pattern: string): (text: string) => boolean {
  const compiled = RE2JS.compile(pattern);
  return (text) => compiled.matches(text);
}

/** What is wrong with a pattern, or nothing. */
export function patternProblem(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : "it cannot be read";
  }
}
