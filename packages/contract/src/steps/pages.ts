import { z } from "zod";
import { parameter, selector, text } from "../parameter.ts";
import { defineStep, notFound, stepSchema } from "./define-step.ts";

/** In the order of the documentation. */
export const pageSteps = {
  OPEN_PAGE: defineStep({
    schema: stepSchema("OPEN_PAGE", { url: text }),
    explanation:
      "Opens an address and waits until its document is loaded; pictures and the like may still be loading. If the page before " +
      "navigates during that time, as a form does that it submits late, the address is opened again, up to three times in all. The " +
      "task's websiteURL is opened first in any case.",
    example: { type: "OPEN_PAGE", url: "https://example.com/login" },
    fails:
      "The page could not be opened (the error gives the reason, such as a refused connection), or the address is not allowed: ERROR_WEBSITE_NOT_ALLOWED.",
  }),
  HOVER: defineStep({
    schema: stepSchema("HOVER", { selector }),
    explanation: "Moves the pointer over an element, for menus that open under it.",
    example: { type: "HOVER", selector: "#menu" },
    fails: notFound,
  }),
  SCROLL_TO: defineStep({
    schema: stepSchema("SCROLL_TO", { selector }),
    explanation: "Scrolls until an element is in view, for pages that load more when scrolled.",
    example: { type: "SCROLL_TO", selector: "#end" },
    fails: notFound,
  }),
  DRAG: defineStep({
    schema: stepSchema("DRAG", { from: selector, to: selector }),
    explanation: "Drags one element onto another with the pointer.",
    example: { type: "DRAG", from: "#card", to: "#basket" },
    meanings: { to: "The element onto which it is dragged." },
    fails: "One of the two elements did not appear in time: the error names its selector.",
  }),
  ANSWER_DIALOG: defineStep({
    schema: stepSchema("ANSWER_DIALOG", {
      accept: parameter(z.boolean()),
      /** What is entered into a prompt. */
      text: text.optional(),
    }),
    explanation:
      "Answers the next dialog that a page opens (an alert, a confirm box or a prompt); text is entered into a prompt. It " +
      "goes before the step that opens the dialog; several in a row are for several dialogs. An answer that no dialog used is " +
      "dropped by the next ANSWER_DIALOG, and by a step that acts on another page, such as a CLICK. A dialog without an answer is dismissed; the timeline and a later failure say so. A page that asks whether to leave it is left.",
    example: { type: "ANSWER_DIALOG", accept: true },
    meanings: { text: "What is entered into a prompt; without it, what the page has filled in stays." },
  }),
  /** `first`, `newest`, or a pattern of the window's address. */
  SWITCH_WINDOW: defineStep({
    schema: stepSchema("SWITCH_WINDOW", { to: text }),
    explanation:
      "Continues in another window: the first one, the newest one, or the newest whose URL matches a pattern, in which * " +
      "stands for any characters. If a window opens later, the task continues in it as usual.",
    example: { type: "SWITCH_WINDOW", to: "first" },
    meanings: { to: "`first`, `newest`, or a pattern of the URL." },
    fails: "No open window has a URL that matches: the error says how many are open.",
  }),
  CLOSE_WINDOW: defineStep({
    schema: stepSchema("CLOSE_WINDOW", {}),
    explanation:
      "Closes the window that the task is in, and continues in the one before it. The first window stays open.",
    example: { type: "CLOSE_WINDOW" },
    fails: "The task is in its first window, which stays open.",
  }),
};
