import { z } from "zod";
import { fileBytes, largeBody } from "../limits.ts";
import { name, parameter, permanent, selector, text, typedText, variableReference } from "../parameter.ts";
import { defineStep, flag, notFound, stepSchema } from "./define-step.ts";

/** Whether a chord pastes. A browser has one clipboard for all of its tasks: what it holds may be another one's. */
export function pastes(chord: string): boolean {
  const modifiers = chord.toLowerCase().split("+");
  const key = modifiers.pop() ?? "";
  const holds = (...names: string[]) => names.some((name) => modifiers.includes(name));
  return (/^(?:key)?v$/.test(key) && holds("control", "meta")) || (/^(?:insert|numpad0)$/.test(key) && holds("shift"));
}

/** Named keys and chords as browsers name them: Enter, Tab, Control+A. */
const keyChord = z
  .string()
  .max(64)
  .regex(/^(?:(?:Control|Shift|Alt|Meta)\+)*(?:[A-Za-z0-9]+|.)$/u, "a key such as Enter or Control+A")
  .refine((chord) => !pastes(chord), "a key that does not paste: the clipboard is shared by tasks; use FILL_INPUT");

/** In the order of the documentation. */
export const formSteps = {
  FILL_INPUT: defineStep({
    schema: stepSchema("FILL_INPUT", { selector, value: typedText }),
    explanation:
      "Replaces what a field, or an element that is edited in place, holds, once it is visible and can be edited, and reads " +
      "back what was kept. If that is only the beginning or the last character and the focus has moved on, as in a code " +
      "with a field for each digit, the rest is typed into the fields after it. If the field holds something else, the step fails and states what it kept and its maxlength; blanks, punctuation and letter " +
      "case may differ, but not a number's sign and decimal separator. In a select it chooses an option, as SELECT_OPTION does.",
    example: { type: "FILL_INPUT", selector: "#login", value: { variable: "login" } },
    fails: `${notFound} The value is not in the form that the field takes, such as a date. The page or frame is not within a domain of the stored secret.`,
  }),
  TYPE_TEXT: defineStep({
    schema: stepSchema("TYPE_TEXT", { selector: selector.optional(), value: typedText }),
    explanation:
      "Types a text key by key with real key events, into an element or, without a selector, where the focus is. Text " +
      "that the element already holds is kept. With up to 20 characters, each key waits up to 2 s for the page to move the " +
      "focus on from a field whose maxlength is reached. In a field for a date, a time, a color or a range, a value in the " +
      "form that FILL_INPUT takes is set as FILL_INPUT does. Use it where a page reacts to keys; FILL_INPUT is faster.",
    example: { type: "TYPE_TEXT", selector: "#search", value: { variable: "words" } },
    fails: `${notFound} The value is not in the form that the field takes, such as a color. The page or frame is not within a domain of the stored secret.`,
  }),
  CLICK: defineStep({
    schema: stepSchema("CLICK", { selector, double: flag }),
    explanation:
      "Clicks an element once it can be clicked, and waits for the navigation that the click begins. If the click opens " +
      "a window, the next steps act on that window until it is closed. In a repetition, or next to a step that clicks the same element, it also " +
      "waits for what the page does then.",
    example: { type: "CLICK", selector: "button[type=submit]" },
    meanings: { double: "true makes it a double click, as for a row that opens." },
    fails: `${notFound} It appeared, but could not be clicked: the error says what was in the way.`,
  }),
  SELECT_OPTION: defineStep({
    schema: stepSchema("SELECT_OPTION", { selector, value: typedText }),
    explanation: "Chooses an option of a select by its value, or else by its text.",
    example: { type: "SELECT_OPTION", selector: "#country", value: "Portugal" },
    fails: "The element is not a select, or has no such option: the error lists the options that it has.",
  }),
  SET_CHECKBOX: defineStep({
    schema: stepSchema("SET_CHECKBOX", { selector, checked: parameter(z.boolean()) }),
    explanation:
      "Makes a checkbox or a radio button checked or not, whatever it was. Where the page draws its own instead, that is clicked, or the label. A variable's value must be true or false.",
    example: { type: "SET_CHECKBOX", selector: "#terms", checked: true },
    fails:
      "The element is neither a checkbox nor a radio button, the value is neither true nor false, or a radio button is to be unchecked, which only checking another one does.",
  }),
  PRESS_KEY: defineStep({
    schema: stepSchema("PRESS_KEY", { key: permanent(keyChord) }),
    explanation:
      "Presses a key, or a chord such as Control+A, where the focus is: after FILL_INPUT, in that field. Chords that paste, such " +
      "as Control+V, are refused.",
    example: { type: "PRESS_KEY", key: "Enter" },
    fails: "The key does not exist, or the chord would paste.",
  }),
  /** The file that the click makes the page send. */
  DOWNLOAD_FILE: defineStep({
    schema: stepSchema("DOWNLOAD_FILE", { selector, as: name }),
    explanation:
      "Clicks an element and keeps the file that the page then sends, also a PDF, a text, an image or JSON that a window would show instead. The file is in the result's files, under a name: {name, type, size, " +
      "base64}. name is what the site suggests, without a path, and type follows from its ending. All files of a task together " +
      "have at most 10 MiB, unless the operator chose another limit. " +
      "Other steps keep no file: a download that they begin is refused.",
    example: { type: "DOWNLOAD_FILE", selector: "#file", as: "report" },
    meanings: { as: "The name in the result's files." },
    fails: `${notFound} After the click no download began, it did not arrive completely in the step's time, or it is larger than what a task keeps.`,
  }),
  /** The file is one variable, or its name and its bytes in base64. */
  UPLOAD_FILE: defineStep({
    schema: stepSchema("UPLOAD_FILE", {
      selector,
      file: variableReference.optional(),
      name: parameter(z.string().min(1).max(255)).optional(),
      content: text.optional(),
    }).refine(
      ({ file, name, content }) => (file ? !name && !content : name && content),
      'either file ({"variable": "name"}), or name and content',
    ),
    explanation:
      "Uploads a file through a file field, or through an element that opens the page's file chooser when it is clicked. A button " +
      "that submits a form is not clicked. file is a variable that holds {name, type, base64}, as a wait of the kind file " +
      `delivers it; as JSON it has at most ${fileBytes() / largeBody.mebibyte} MiB, unless the operator chose another limit. Or name and ` +
      "content (base64) give the file in two parameters.",
    example: {
      type: "UPLOAD_FILE",
      selector: "#document",
      name: "invoice.txt",
      content: "SW52b2ljZSAxNw==",
    },
    meanings: { name: "The file's name." },
    fails: "The element is not a file field and opens no file chooser, or the content is not base64.",
  }),
};
