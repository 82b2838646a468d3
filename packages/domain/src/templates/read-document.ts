import { limits } from "@gatepost/contract/limits";
import { type formExpectation, listProblems, type Problem } from "@gatepost/contract/problems";
import type { TemplateDocument, WrittenTemplate } from "@gatepost/contract/steps";
import { DomainError, isInvalidProperty } from "../platform/errors.ts";
import { readName, readText } from "../platform/name.ts";
import { contentProblems } from "./content-problems.ts";
import { type Path, pathText, stepAround } from "./document-path.ts";
import { requirementsOf } from "./requirements.ts";
import { type Found, readShape } from "./shape-problems.ts";

/** Problems that are listed; if there are more, the last one counts the rest. */
export const mostProblems = 100;

/**
 * A template's document with every parameter in its long form, or all its problems, in the order of the document. Pure: the same for the
 * JSON methods, the editor and the command line, but for the words in which the editor says what a schema expects.
 */
export function checkDocument(
  given: unknown,
  expected?: typeof formExpectation,
): { document: TemplateDocument } | { problems: Problem[] } {
  const shape = readShape(given, expected);
  const ofShape = "problems" in shape ? shape.problems : [];
  const faulty = new Set(ofShape.map(({ path }) => pathText(stepAround(given, path)?.path ?? [])));
  const found = [...ofShape, ...contentProblems(given, (path) => !faulty.has(pathText(path)))];
  const texts = "document" in shape ? readWhole(shape.document, given) : { problems: [] };
  found.push(...texts.problems);
  if (found.length === 0 && "document" in texts) return { document: texts.document };
  return { problems: listed(found) };
}

/** The document of a template. ERROR_BAD_REQUEST with every problem if it is invalid. */
export function readDocument(given: unknown, expected?: typeof formExpectation): TemplateDocument {
  const checked = checkDocument(given, expected);
  if ("document" in checked) return checked.document;
  const { problems } = checked;
  const [first] = problems;
  const text = problemText(first as Problem);
  const sentence = `${/^\w/.test(text) ? "" : "In the template: "}${text}`;
  throw new DomainError("ERROR_BAD_REQUEST", listProblems([sentence], problems.length), { problems });
}

/** A document that was read without problems, as its author wrote it. */
export function asWritten(given: unknown, { name, description }: TemplateDocument): WrittenTemplate {
  return { ...(given as WrittenTemplate), name, description };
}

export function problemText({ path, message }: Problem): string {
  return path === "" ? message : `${path}: ${message}`;
}

function readWhole(document: TemplateDocument, given: unknown): { document: TemplateDocument; problems: Found[] } {
  const problems: Found[] = [];
  const read = (property: "name" | "description", reader: () => string): string => {
    try {
      return reader();
    } catch (error) {
      if (!isInvalidProperty(error)) throw error;
      problems.push({ path: [property], message: error.sentence });
      return "";
    }
  };
  const name = read("name", () => readName("name", document.name, 200));
  const description = read("description", () => readText("description", document.description, 2_000));
  const bytes = Buffer.byteLength(JSON.stringify(given));
  if (bytes > limits.templateBytes)
    problems.push({
      path: [],
      message: `The template has ${bytes.toLocaleString("en")} bytes as JSON, and may have ${limits.templateBytes.toLocaleString("en")}. Shorten its texts, or make them variables.`,
    });
  // Otherwise no task could be created, and a page of the list of templates could fill the memory.
  const variables = requirementsOf(document.steps).names.length;
  if (variables > limits.variables)
    problems.push({
      path: ["steps"],
      message: `They use ${variables.toLocaleString("en")} variables, and a task brings ${limits.variables} at most. Make some of them fixed values.`,
    });
  return { document: { ...document, name, description }, problems };
}

function listed(found: readonly Found[]): Problem[] {
  const sorted = [...found].sort((a, b) => compare(a.path, b.path));
  const more = sorted.length - mostProblems;
  return [
    ...sorted.slice(0, mostProblems).map(({ path, message }) => ({ path: pathText(path), message })),
    ...(more > 0 ? [{ path: "", message: `There are ${more} more problems.` }] : []),
  ];
}

/** Problems of steps in their order, after those of the whole document; otherwise in the order in which they were found. */
function compare(a: Path, b: Path): number {
  const [one, other] = [a, b].map((path) => path.filter((key) => typeof key === "number")) as [number[], number[]];
  const difference = one.findIndex((index, at) => index !== other[at]);
  return difference < 0 ? one.length - other.length : (one[difference] ?? 0) - (other[difference] ?? -1);
}

/**
 * The document of a stored template version, with every parameter in its long form. It was validated when it was saved, and
 * everything that was valid once stays valid, so it is read without validation.
 */
export function storedDocument(document: unknown): TemplateDocument {
  return document as TemplateDocument;
}

/** The document as its author wrote it, which is stored only where it differs from the long form. */
export function writtenDocument({ document, written }: { document: unknown; written: unknown }): WrittenTemplate {
  return (written ?? document) as WrittenTemplate;
}
