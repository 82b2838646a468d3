import type { Engine } from "@gatepost/contract/engines";
import type { AskAgainStep, Parameter, StepOf } from "@gatepost/contract/steps";
import { type EgressPolicy, websiteProblem } from "@gatepost/domain/task/egress";
import { type UserInfo, withUserInfo } from "@gatepost/domain/task/user-info";
import type { Frame, Locator, Page } from "playwright";
import type { BrowserSession } from "../browser/browser.ts";
import type { Windows } from "../browser/windows.ts";
import type { ConnectFailure } from "../egress/proxy-session.ts";
import { redact } from "../privacy/redact.ts";
import { Failure } from "../runtime/failure.ts";
import { isLate, nameOf, textOf } from "./parameter.ts";
import type { Refusals } from "./refusals.ts";

/** Characters of one text or snapshot that a task keeps. */
export const maxTextCharacters = 4 * 1024 * 1024;
/** Characters of all texts, pictures and snapshots of a task, pictures and snapshots in base64. */
const maxKeptCharacters = 48 * 1024 * 1024;

/** What a task has gathered. What is more than a task may keep fails the step that brings it. */
export class Found {
  readonly texts = new Map<string, string>();
  /** Base64. */
  readonly screenshots: string[] = [];
  /** Base64. */
  readonly htmls: string[] = [];
  #kept = 0;

  addText(name: string, text: string): void {
    this.#count(text.length - (this.texts.get(name)?.length ?? 0));
    this.texts.set(name, text);
  }

  addScreenshot(picture: Buffer): void {
    this.screenshots.push(this.#encoded(picture));
  }

  addHtml(html: string): void {
    this.htmls.push(this.#encoded(Buffer.from(html)));
  }

  #encoded(bytes: Buffer): string {
    this.#count(Math.ceil(bytes.length / 3) * 4);
    return bytes.toString("base64");
  }

  #count(characters: number): void {
    this.#kept += characters;
    if (this.#kept > maxKeptCharacters)
      throw new Failure(
        `what the task has found is more than ${maxKeptCharacters / 1024 / 1024} MiB, the most that a task keeps`,
      );
  }
}

/** What pictures must not show: late values, and what was typed into password fields. */
export interface Secrets {
  texts: Set<string>;
  fields: { frame: Frame; field: Locator }[];
}

/** What a step sees of the task that it belongs to. */
export interface Run {
  readonly engine: Engine;
  /** The page that the task is on at this moment: that of its newest open window. */
  readonly page: Page;
  readonly windows: Windows;
  /** What the task has gathered so far. */
  readonly found: Found;
  readonly secrets: Secrets;
  /** Of earlier values of the task's variables. */
  readonly refusals: Refusals;
  /** Milliseconds that the step has left; never below 1, since to Playwright 0 means without end. */
  timeLeft(): number;
  /** A parameter as the page gets it. */
  text(parameter: Parameter): string;
  /** An address as the browser opens it: that of the website's origin with the name and password that came with it. */
  opened(address: string): string;
  /** A parameter as an error may name it: what the template says, never a variable's value. */
  named(parameter: Parameter): string;
  /** What the page says, without any variable's value. */
  redacted(text: string): string;
  /** Whether the parameter's value was pushed while the task ran. */
  isLate(parameter: Parameter): boolean;
  /** Aborted when the task is stopped from outside. */
  readonly signal: AbortSignal;
  /** Resolves when the variable has its value. */
  awaitValue(step: StepOf<"WAIT_FOR_VARIABLE_VALUE">): Promise<void>;
  /** Has the variable's wait opened anew after this step; the task goes on there. */
  askAgain(step: AskAgainStep): void;
  /** Keeps a picture in the task's timeline, beside the step that is being run; the step need not wait for it. */
  keepPicture(picture: Buffer): void;
  /** Why the host of an address was not reached, if it was not. */
  connectFailureAt(address: string): ConnectFailure | undefined;
  /** What stands between the task and the page that it last went to. */
  connectFailure(): ConnectFailure | undefined;
  /** Whether the address may be opened at all: what is wrong with it, or nothing. */
  addressProblem(address: string): string | undefined;
}

export interface RunParts {
  session: BrowserSession;
  found: Found;
  secrets: Secrets;
  refusals: Refusals;
  values: ReadonlyMap<string, unknown>;
  userInfo?: UserInfo | undefined;
  /** The names of the variables that are pushed while the task runs. */
  late: readonly string[];
  egress: EgressPolicy;
  /** When the step's time is over, by `performance.now()`. */
  deadline: number;
  signal: AbortSignal;
  awaitValue: Run["awaitValue"];
  askAgain: Run["askAgain"];
  keepPicture: Run["keepPicture"];
}

export function makeRun({ session, values, userInfo, late, egress, deadline, ...parts }: RunParts): Run {
  const { engine, windows, proxySession } = session;
  const passwords = userInfo ? [userInfo.password, decoded(userInfo.password)] : [];
  return {
    ...parts,
    get page() {
      return windows.page;
    },
    engine,
    windows,
    timeLeft: () => Math.max(1, deadline - performance.now()),
    text: (parameter) => textOf(parameter, values),
    opened: (address) => withUserInfo(address, userInfo),
    named: nameOf,
    // A value that the site refused is no longer among the values, and its page may still show it.
    redacted: (text) => redact(text, [...values.values(), ...parts.secrets.texts, ...passwords]),
    isLate: (parameter) => isLate(parameter, late),
    connectFailureAt: (address) => proxySession.connectFailureAt(address),
    connectFailure: () =>
      proxySession.connectFailureAt(windows.soughtAddress() ?? "") ?? proxySession.connectFailureAt(windows.page.url()),
    addressProblem: (address) => websiteProblem(address, egress),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
