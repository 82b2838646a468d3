import { z } from "zod";
import { limits } from "../limits.ts";
import { attribute, name, permanent, selector } from "../parameter.ts";
import { defineStep, notFound, stepSchema } from "./define-step.ts";

/** What is read of each item of a list: an element in it, or the item itself, and its text or an attribute. */
const listFields = z
  .record(
    z.string().min(1).max(limits.nameLength),
    z.strictObject({ selector: selector.optional(), attribute: attribute.optional() }),
  )
  .refine((fields) => Object.keys(fields).length > 0 && Object.keys(fields).length <= 50, "1 to 50 fields");

/** In the order of the documentation. */
export const readingSteps = {
  READ_TEXT: defineStep({
    schema: stepSchema("READ_TEXT", {
      selector,
      as: name,
      /** The attribute to read instead of the text. */
      attribute: attribute.optional(),
    }),
    explanation:
      "Keeps the text of an element, or what a field holds, in the result's texts. With attribute, it keeps that attribute " +
      "instead: href and src as absolute addresses, others as the page writes them.",
    example: { type: "READ_TEXT", selector: "#balance", as: "balance" },
    meanings: { as: "The name in the result's texts." },
    fails: `${notFound} Its text is longer than what a task keeps.`,
  }),
  READ_LIST: defineStep({
    schema: stepSchema("READ_LIST", {
      selector,
      fields: listFields,
      as: name,
      /** How many items are read at most. */
      limit: permanent(z.int().min(1).max(10_000)).optional(),
    }),
    explanation:
      "Reads an object for each element that the selector matches, and appends them to the result's data under a name, " +
      "across repetitions too. Each field is the text of the first element that its selector matches within the item, or an " +
      "attribute of it; without a selector, it is the item itself. A field that an item lacks is null. The fields of an " +
      "item come in no particular order: use them by name.",
    example: {
      type: "READ_LIST",
      selector: "tr.order",
      fields: {
        number: { selector: ".id" },
        link: { selector: ".id a", attribute: "href" },
        total: { selector: ".sum" },
      },
      as: "orders",
    },
    meanings: { selector: "The items; each match is one.", as: "The name in the result's data." },
    fails: "No element matched in time, or the list is longer than what a task keeps.",
  }),
  TAKE_SCREENSHOT: defineStep({
    schema: stepSchema("TAKE_SCREENSHOT", { selector: selector.optional() }),
    explanation:
      "Keeps a screenshot of an element, or of what the window shows; the selector html gives the whole page. Late values " +
      "and password fields are covered.",
    example: { type: "TAKE_SCREENSHOT", selector: "html" },
    meanings: { selector: "The element; without it, what the window shows." },
    fails: notFound,
  }),
  TAKE_HTML_SNAPSHOT_BY_SELECTOR: defineStep({
    schema: stepSchema("TAKE_HTML_SNAPSHOT_BY_SELECTOR", { selector }),
    explanation:
      "Keeps the HTML of an element, without late values and what password fields hold. A shadow root in it is a template with the attribute shadowrootmode.",
    example: { type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR", selector: "table" },
    fails: notFound,
  }),
};
