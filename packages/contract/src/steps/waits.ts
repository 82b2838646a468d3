import { z } from "zod";
import { limits, longestWait } from "../limits.ts";
import { name, permanent, prompt, selector, soughtText, text } from "../parameter.ts";
import { defineStep, notFound, stepSchema } from "./define-step.ts";

/** What the value of a wait is, where its step says so. `live`: true, once a person has done something on the live page. */
const stepKinds = ["text", "code", "choice", "yes_no", "number", "file", "live"] as const;

/** The kinds that a step can ask for, and `help`, by which a step that has failed asks what to do. */
export const waitKinds = [...stepKinds, "help"] as const;

export type WaitKind = (typeof waitKinds)[number];
export type StepKind = (typeof stepKinds)[number];

/** The common part of the steps that ask for a value again. */
const askAgain = {
  name,
  /** How often the value is asked for in total. */
  attempts: permanent(z.int().min(2).max(10)).optional(),
  /** Seconds that each further wait may take; omitted: as many as the first. */
  waitTimeout: permanent(z.number().positive().max(longestWait)).optional(),
};

const count = (n: number) => n.toLocaleString("en");

/** In the order of the documentation. */
export const waitSteps = {
  WAIT_FOR_TEXT: defineStep({
    schema: stepSchema("WAIT_FOR_TEXT", {
      text: soughtText,
      /** The element that must show exactly this text; omitted: the text can be anywhere, and part of a longer one. */
      selector: selector.optional(),
    }),
    explanation:
      "Waits until the page, or a frame of it, shows a text, in any letter case and also as a part of a longer one. What is " +
      "hidden does not count, also within the text. With a selector it waits until that element shows the text and nothing else, so that a text that a person approved is not " +
      "mistaken for a longer one that contains it.",
    example: { type: "WAIT_FOR_TEXT", text: "Welcome" },
    meanings: { selector: "The element that must show the text and nothing else; without it, anywhere." },
    fails: "The text did not appear in time. With a selector, the error says what the element showed instead.",
  }),
  WAIT_FOR_TEXT_GONE: defineStep({
    schema: stepSchema("WAIT_FOR_TEXT_GONE", { text: soughtText }),
    explanation: "Waits until the page does not show a text any more.",
    example: { type: "WAIT_FOR_TEXT_GONE", text: "Loading" },
    fails: "The page still showed the text when the time was over.",
  }),
  WAIT_FOR_ELEMENT: defineStep({
    schema: stepSchema("WAIT_FOR_ELEMENT", { selector }),
    explanation: "Waits until an element is visible.",
    example: { type: "WAIT_FOR_ELEMENT", selector: "#account" },
    fails: notFound,
  }),
  WAIT_FOR_ELEMENT_GONE: defineStep({
    schema: stepSchema("WAIT_FOR_ELEMENT_GONE", { selector }),
    explanation: "Waits until no element that the selector matches is visible.",
    example: { type: "WAIT_FOR_ELEMENT_GONE", selector: ".spinner" },
    fails: "An element that the selector matches was still visible when the time was over.",
  }),
  /** `*` stands for any characters; the whole URL must match. */
  WAIT_FOR_URL: defineStep({
    schema: stepSchema("WAIT_FOR_URL", { pattern: text }),
    explanation: "Waits until the page's URL matches a pattern, in which * stands for any characters.",
    example: { type: "WAIT_FOR_URL", pattern: "https://example.com/account*" },
    fails: "The URL never matched the pattern.",
  }),
  WAIT_FOR_VARIABLE_VALUE: defineStep({
    schema: z.strictObject({
      type: z.literal("WAIT_FOR_VARIABLE_VALUE"),
      name,
      timeout: permanent(z.number().positive().max(longestWait)).optional(),
      prompt: prompt.optional(),
      /** What a value must be; left out: any JSON. */
      kind: permanent(z.enum(stepKinds)).optional(),
      /** What a value of the kind `choice` must be one of. */
      options: permanent(z.array(z.string().min(1).max(200)).min(1).max(20)).optional(),
      pattern: permanent(z.string().min(1).max(500)).optional(),
      maxAge: permanent(z.number().positive().max(longestWait)).optional(),
    }),
    explanation:
      "Waits for the value of a late variable and continues as soon as it is pushed. The name is always permanent. " +
      "kind says what a value must be: text and code (a string), number (a JSON number), yes_no (true or false; false " +
      "continues too), choice (one of options, at most 20), file ({name, type, base64}). Values of another form are refused " +
      "with ERROR_VARIABLE_REFUSED, and the wait goes on. " +
      "A pattern (RE2 syntax, full match) refuses values of another form; maxAge refuses values pushed longer ago. A " +
      `pattern may have ${count(limits.patternInstructions)} instructions, which are its characters and classes with repetitions ` +
      `written out, and a value may have at most ${count(limits.patternWork)} ÷ instructions characters: for [0-9]{6}, 25,000. ` +
      "A value that createTask brings is checked against the first wait's kind and pattern when the task is created.",
    example: {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: "code",
      prompt: "Enter the code from the text message.",
      pattern: "[0-9]{6}",
    },
    meanings: {
      pattern: "An RE2 pattern that the whole value must match.",
      timeout: "Seconds after which the task has failed.",
    },
    fails: "No value was pushed in time: ERROR_VARIABLE_TIMEOUT, which names the variable.",
    seconds: 300,
  }),
  ASK_AGAIN_IF_TEXT: defineStep({
    schema: stepSchema("ASK_AGAIN_IF_TEXT", { text: soughtText, ...askAgain }),
    explanation:
      "If the page shows the text, the site refused the value: the step that waits for it is run again as the next " +
      "attempt, in the same session. If the text does not show within the step's time (5 s by default), the task continues. A text that " +
      "is still shown from an earlier attempt counts only if it is shown when that time is over. If the site has still " +
      "not responded to a submitted form by then, the step waits up to 30 s for the response, and then its time once more.",
    example: { type: "ASK_AGAIN_IF_TEXT", text: "That code is not right", name: "code" },
    meanings: { timeout: "Seconds for which it looks for the text; if it does not show, the task continues." },
    fails: "The site refused the last of the attempts.",
    /** How long a refusal may take to appear. If none appears, the task goes on. */
    seconds: 5,
  }),
  ASK_AGAIN_IF_ELEMENT: defineStep({
    schema: stepSchema("ASK_AGAIN_IF_ELEMENT", { selector, ...askAgain }),
    explanation:
      "If the page still shows the element, such as the code's field, when the step's time is over (5 s by default), the " +
      "site refused the value: the step that waits for it is run again as the next attempt, in the same session. As soon " +
      "as the page no longer shows it, the task continues. If the site has still not responded to a submitted form by " +
      "then, the step waits up to 30 s for the response, and then its time once more. Only the steps after the wait are run " +
      "again: of a form with several codes, put all waits before the first field is filled in. attempts is how often the value is asked for in all (3 by " +
      "default); waitTimeout is the seconds that each further wait may take.",
    example: {
      type: "ASK_AGAIN_IF_ELEMENT",
      selector: "#2facode",
      name: "code",
      attempts: 3,
      waitTimeout: 120,
    },
    meanings: { timeout: "Seconds that the element may still show; the task continues as soon as it is gone." },
    fails: "The site refused the last of the attempts.",
    seconds: 5,
  }),
  PAUSE: defineStep({
    schema: stepSchema("PAUSE", { seconds: permanent(z.number().positive().max(300)) }),
    explanation: "Does nothing for some seconds. A wait for what should happen is nearly always better.",
    example: { type: "PAUSE", seconds: 2 },
    fails: "The pause is longer than the step's timeout.",
  }),
};
