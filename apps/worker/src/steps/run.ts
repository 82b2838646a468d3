import { setTimeout as sleep } from "node:timers/promises";
import { type Parameter, type Selector, secretIn, type TypedParameter } from "@gatepost/contract/parameter";
import type { AskAgainStep, Step, StepOf, StepType } from "@gatepost/contract/steps";
import { type EgressPolicy, splitUserInfo, type UserInfo, websiteProblem } from "@gatepost/domain/platform/egress";
import type { Frame, Locator, Page } from "playwright";
import type { BrowserSession } from "../browser/browser-session.ts";
import { isSecret, redact, type Secrets } from "../privacy/redact.ts";
import { hasVariables, isLate, named, nameOf, type Sources, textOf, withTexts } from "./parameter.ts";
import type { Refusals } from "./refusals.ts";
import { maxTextCharacters, type Results } from "./results.ts";
import { type StoredSecrets, typedValues } from "./typed-values.ts";

export type Run = ReturnType<typeof makeRun>;

/**
 * Whether a step may submit something: after such a step, its task is never run again. Some forms submit themselves as soon as one of
 * their fields has changed. A code field may do so as soon as it is filled, and a link that was sent to a person may work only once, so
 * steps that use a parameter in this way submit if its value was pushed while the task ran.
 */
type Submits<S extends Step> = "always" | "never" | { ifLate: Exclude<keyof S, "type" | "timeout" | "optional"> };

/** Which of the steps that it nests a step has run next. */
export type Branch = "then" | "else" | "steps" | undefined;

/** What the worker knows of a step type. */
export interface StepKind<T extends StepType> {
  run(step: StepOf<T>, run: Run): Promise<Branch> | Promise<void>;
  submits: Submits<StepOf<T>>;
  /** Whether the page may look different after it. A wait for a value and a screenshot have pictures of their own. */
  shows: boolean;
}

/** Step types with what the worker knows of them; one without all of it does not compile. */
export type StepKinds = { [T in StepType]?: StepKind<T> };

export interface RunParts {
  session: BrowserSession;
  /** The results so far. */
  results: Results;
  secrets: Secrets;
  /** Refusals of earlier values of the task's variables. */
  refusals: Refusals;
  values: ReadonlyMap<string, unknown>;
  /** The names under which the template keeps texts. */
  reads: ReadonlySet<string>;
  stored: StoredSecrets;
  userInfo?: UserInfo | undefined;
  /** The names of the variables that are pushed while the task runs. */
  late: readonly string[];
  egress: EgressPolicy;
  /** The step's time in milliseconds, from now on. */
  stepMs: number;
  /** Whether the step is in a repetition, or one of several that click the same. */
  isRepeated: boolean;
  /** Aborted when the task is stopped from outside. */
  signal: AbortSignal;
  /** Resolves when the variable has its value. */
  awaitValue(step: StepOf<"WAIT_FOR_VARIABLE_VALUE">): Promise<void>;
  /** Reopens the variable's wait after this step; the task continues there. */
  askAgain(step: AskAgainStep): void;
  /** Stores a picture in the task's timeline, with the current step, which need not wait for it. */
  keepPicture(picture: Buffer): void;
}

/** Whether the step before or after it clicks the same, as on the button for the next page: each click is for what the last one has shown. */
export function isOneOfSeveral(steps: readonly Step[], index: number): boolean {
  const clickedBy = (step: Step | undefined) => (step?.type === "CLICK" ? JSON.stringify(step.selector) : undefined);
  const [before, clicked, after] = [-1, 0, 1].map((by) => clickedBy(steps[index + by]));
  return clicked !== undefined && (clicked === before || clicked === after);
}

/** The part of a task that its steps can use. */
export function makeRun({ session, values, reads, stored, userInfo, late, egress, stepMs, ...parts }: RunParts) {
  const { engine, windows, dialogs, downloads, observed, proxySession } = session;
  const passwords = userInfo ? [userInfo.password, decoded(userInfo.password)] : [];
  const { results, secrets } = parts;
  let deadline = performance.now() + stepMs;
  const sources: Sources = { values, reads, texts: results.texts };
  const storedTexts = typedValues(stored, (name) => textOf({ variable: name }, sources), parts.signal);
  const storedValues = [...stored.values()].map(({ value }) => value);

  /** A parameter's value. */
  function text(parameter: Parameter): string {
    const text = textOf(parameter, sources);
    if (!("text" in parameter) || !hasVariables(parameter, reads) || !isSecret(text)) return text;
    // Those of a repetition differ in each run.
    const kept = [...secrets.joined].reduce((sum, { length }) => sum + length, 0);
    if (kept + text.length > maxTextCharacters) return text;
    secrets.joined.add(text);
    if (isLate(parameter, late, reads)) secrets.texts.add(text);
    return text;
  }

  /**
   * A text of the page, without any variable's value. A value that the site refused is no longer among the values, and its page may
   * still show it.
   */
  const redacted = (text: string) =>
    redact(text, [...values.values(), ...secrets.texts, ...secrets.joined, ...secrets.typed, ...passwords]);

  return {
    ...parts,
    /** The task's current page: that of its newest open window. */
    get page(): Page {
      return windows.page;
    },
    engine,
    windows,
    dialogs,
    downloads,
    observed,
    /** Milliseconds that the step has left; at least 1, because 0 means no limit to Playwright. */
    timeLeft: () => Math.max(1, deadline - performance.now()),
    /** Resolves after so many milliseconds. Rejects when the task is stopped. */
    pause: (ms: number) => sleep(ms, undefined, { signal: parts.signal }),
    /** Gives the step its whole time once more. */
    restartTime: () => {
      deadline = performance.now() + stepMs;
    },
    text,
    /** The value of a parameter that is typed into an element of a document with this origin. Throws a Failure where that must not be. */
    async typed(parameter: TypedParameter, origin: string): Promise<string> {
      if (!("secret" in parameter || "totp" in parameter)) return text(parameter);
      const typed = await storedTexts.textOf(parameter, origin);
      secrets.texts.add(typed);
      return typed;
    },
    /** Whether the parameter has a stored secret, which may be typed into some documents only. */
    isStored: (parameter: TypedParameter) => secretIn(parameter) !== undefined,
    requireAllowed: storedTexts.requireAllowed,
    /** What a variable holds, or a text that was read, as a page would get it. */
    valueNamed: (name: string) => named(name, sources),
    /** Signs in with the name and password in an address, or with those of websiteURL at its origin. Resolves with the address alone. */
    async signIn(address: string): Promise<string> {
      const { address: bare, userInfo: own = userInfo } = splitUserInfo(address);
      if (own && own.origin === URL.parse(bare)?.origin)
        await session.signIn({ ...own, username: decoded(own.username), password: decoded(own.password) });
      return bare;
    },
    /** A parameter in an error: the template's text with the texts that were read, never a value of a variable. */
    named: (given: TypedParameter | Selector) =>
      [given]
        .flat()
        .map((parameter) => nameOf(withTexts(parameter, sources, redacted)))
        .join(" or "),
    /** The same for a text that the page is to show. */
    namedText: (given: Parameter) =>
      "variable" in given ? nameOf(given) : `the text ${nameOf(withTexts(given, sources, redacted))}`,
    redacted,
    /** A text of the page as the task's result has it: without stored secrets. */
    withoutStored: (text: string) => (storedValues.length > 0 ? redact(text, storedValues) : text),
    /** Whether pictures must not show the parameter's value: it was pushed, is stored, or is a one-time code. */
    isCovered: (parameter: TypedParameter) => "secret" in parameter || isLate(parameter, late, reads),
    /** Keeps what is in a field out of pictures, from now on. A repetition may fill the same one thousands of times. */
    coverField(frame: Frame, field: Locator): void {
      const isKnown = secrets.fields.some((one) => one.frame === frame && `${one.field}` === `${field}`);
      if (!isKnown) secrets.fields.push({ frame, field });
    },
    /** Why the host of an address was not reached; undefined if it was. */
    connectFailureAt: (address: string) => proxySession.connectFailureAt(address),
    /** Why the task did not reach its last page, if it did not. */
    connectFailure: () =>
      proxySession.connectFailureAt(windows.soughtAddress() ?? "") ?? observed.unreached.get(windows.page),
    /** What is wrong with an address that must not be opened; undefined if it may. */
    addressProblem: (address: string) => websiteProblem(address, egress),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
