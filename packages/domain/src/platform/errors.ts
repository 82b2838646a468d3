import { type ErrorCode, errors } from "@gatepost/contract/errors";
import { listProblems, type Problem } from "@gatepost/contract/problems";
import type { PartialResult, TaskFailure } from "@gatepost/contract/solution";
import { distance } from "fastest-levenshtein";

/** What was on the page when a step did not find its element, or found it covered. Nothing in it is a value. */
export type FailureContext = Pick<TaskFailure, "candidates" | "coveredBy">;

/** What some errors tell beside the sentence. */
export interface ErrorDetails {
  /** All problems of a refused template. */
  problems?: readonly Problem[];
  /** Of a failed task. */
  failure?: TaskFailure;
  partial?: PartialResult;
}

/**
 * A refusal by the domain, as one of a closed table of codes. Adapters map it. Recognise it by `isDomainError`, not by
 * its class, because two copies of this module can be loaded in one process (Next.js bundles one, the server does not).
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string = errors[code].description, details: ErrorDetails = {}) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.details = details;
  }
}

/**
 * A refusal of one property of the input. Its message, which names the property, is for programs; a form shows `sentence`
 * beside the field.
 */
export class InvalidProperty extends DomainError {
  readonly property: string;
  readonly sentence: string;
  /** The refusals that the message names: this one alone, unless joinRefusals made it of others. `property` is empty where one is about none. */
  all: readonly InvalidProperty[] = [this];

  constructor(property: string, message: string, sentence = message, code: ErrorCode = "ERROR_BAD_REQUEST") {
    super(code, message);
    this.property = property;
    this.sentence = sentence;
  }
}

/** ERROR_BAD_REQUEST: the property with what it "must be" or "must have". */
export function invalidProperty(property: string, must: string): InvalidProperty {
  return new InvalidProperty(property, `${property} ${must}`, `It ${must}`);
}

/** What these functions return, by their names, and all that is thrown. */
export function callEach<Calls extends Record<string, () => unknown>>(calls: Calls) {
  const returned: Record<string, unknown> = {};
  const thrown: unknown[] = [];
  for (const [name, call] of Object.entries(calls)) {
    try {
      returned[name] = call();
    } catch (error) {
      thrown.push(error);
    }
  }
  return { returned: returned as { [Name in keyof Calls]: ReturnType<Calls[Name]> }, thrown };
}

/** What these functions read of an input. Throws one InvalidProperty for all properties that they refuse. */
export function readProperties<Readers extends Record<string, () => unknown>>(readers: Readers) {
  const { returned, thrown } = callEach(readers);
  const unexpected = thrown.find((error) => !isInvalidProperty(error));
  if (unexpected) throw unexpected;
  if (thrown.length > 0) throw joinRefusals(thrown as InvalidProperty[]);
  return returned;
}

/** One refusal of an input in place of several: with the first one's code and property, and the sentences of all. */
export function joinRefusals(refusals: readonly DomainError[]): DomainError {
  const [only, ...others] = refusals;
  if (only && others.length === 0) return only;
  const all = refusals.flatMap((one) => (isInvalidProperty(one) ? one.all : ofNoProperty(one)));
  const [first] = all as [InvalidProperty];
  const message = listProblems([...new Set(all.map((one) => one.message))]);
  const refusal = new InvalidProperty(first.property, message, first.sentence, first.code);
  refusal.all = all;
  return refusal;
}

const ofNoProperty = ({ message, code }: DomainError) => new InvalidProperty("", message, message, code);

/** The values of a list as `read` returns them. Throws as readProperties does. */
export function readList<Given, Read>(given: readonly Given[], read: (value: Given, index: number) => Read): Read[] {
  return Object.values(readProperties(Object.fromEntries(given.map((one, index) => [index, () => read(one, index)]))));
}

/** Of a copy of the class too, as for `isDomainError`. */
export function isInvalidProperty(error: unknown): error is InvalidProperty {
  return isDomainError(error) && "property" in error;
}

/** The error with which a task ended, thrown to whoever asks for its result: that call itself did not fail. */
export class TaskError extends DomainError {
  readonly isOfTask = true;
}

export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === "DomainError" && "code" in error;
}

/** A refusal as a value, for batches, in which one row's refusal does not affect the others. */
export interface Refusal {
  code: ErrorCode;
  description?: string | undefined;
}

export function refuse({ code, description }: Refusal): never {
  throw new DomainError(code, description);
}

/** Longer texts are not compared. */
const longest = 200;

/** Up to three names that a mistyped one may stand for, the nearest first. Letter case is ignored. */
export function nearest(typed: string, names: Iterable<string>): string[] {
  if (typed.length > longest) return [];
  const folded = typed.toLowerCase();
  const near: { name: string; far: number }[] = [];
  for (const name of names) {
    const other = name.toLowerCase();
    const far = isPart(folded, other) ? 1 : distance(folded, other);
    if (far <= Math.max(2, Math.ceil(Math.min(folded.length, other.length) / 3))) near.push({ name, far });
  }
  return near
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** One begins with the other: `Sign-in` for `Sign-in and wait for control text`. */
function isPart(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.length >= 4 && longer.startsWith(shorter);
}

/** `Did you mean "a" or "b"? `, or an empty text. */
export function didYouMean(typed: string, names: Iterable<string>): string {
  const near = nearest(typed, names).map((name) => JSON.stringify(name));
  if (near.length === 0) return "";
  const last = near.pop();
  return `Did you mean ${near.length > 0 ? `${near.join(", ")} or ` : ""}${last}? `;
}
