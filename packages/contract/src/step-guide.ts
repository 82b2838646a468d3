import { fileBytes, largeBody, limits } from "./limits.ts";
import type { StepType, WrittenStep } from "./steps.ts";

export interface StepGuide {
  /** What the step does, in one or two sentences. */
  explanation: string;
  example: WrittenStep;
  /** Steps that belong together, where one step alone shows too little. */
  sequence?: { explanation: string; steps: readonly WrittenStep[] };
}

const count = (n: number) => n.toLocaleString("en");

const readOrders: WrittenStep = {
  type: "READ_LIST",
  selector: "tr.order",
  fields: { number: { selector: ".id" }, total: { selector: ".sum" } },
  as: "orders",
};

/**
 * How documentation and the template editor describe each step type; each example is run by a test. The element that a
 * step looks for can be on the page or in one of its frames.
 */
export const stepGuide: { [T in StepType]: StepGuide & { example: { type: T } } } = {
  OPEN_PAGE: {
    explanation:
      "Opens an address and waits until its document is loaded; pictures and the like may still be loading. If the page before " +
      "navigates meanwhile, as a form does that it submits late, the address is opened again, up to three times in all. The " +
      "task's websiteURL is opened first in any case.",
    example: { type: "OPEN_PAGE", url: "https://example.com/login" },
  },
  FILL_INPUT: {
    explanation:
      "Replaces what a field, or an element that is edited in place, holds, once it is visible and can be edited, and reads " +
      "back what was kept. If that is only the beginning or the last character and the focus has moved on, as in a code " +
      "with a field for each digit, the rest is typed into the fields after it. If the field holds something else, the step fails and states what it kept and its maxlength; blanks, punctuation and letter " +
      "case may differ, but not a number's sign and decimal separator. In a select it chooses an option, as SELECT_OPTION does.",
    example: { type: "FILL_INPUT", selector: "#login", value: { variable: "login" } },
  },
  TYPE_TEXT: {
    explanation:
      "Types a text key by key with real key events, into an element or, without a selector, where the focus is. Text " +
      "that the element already holds is kept. With up to 20 characters, each key waits up to 2 s for the page to move the " +
      "focus on from a field whose maxlength is reached. Use it where a page reacts to keys; FILL_INPUT is faster.",
    example: { type: "TYPE_TEXT", selector: "#search", value: { variable: "words" } },
  },
  CLICK: {
    explanation:
      "Clicks an element once it can be clicked, and waits for the navigation that the click begins. If the click opens " +
      "a window, the next steps act on that window until it is closed.",
    example: { type: "CLICK", selector: "button[type=submit]" },
  },
  SELECT_OPTION: {
    explanation: "Chooses an option of a select by its value, or else by its text.",
    example: { type: "SELECT_OPTION", selector: "#country", value: "Portugal" },
  },
  SET_CHECKBOX: {
    explanation:
      "Makes a checkbox or a radio button checked or not, whatever it was. A variable's value must be true or false.",
    example: { type: "SET_CHECKBOX", selector: "#terms", checked: true },
  },
  PRESS_KEY: {
    explanation:
      "Presses a key, or a chord such as Control+A, where the focus is: after FILL_INPUT, in that field. Chords that paste, such " +
      "as Control+V, are refused.",
    example: { type: "PRESS_KEY", key: "Enter" },
  },
  DOWNLOAD_FILE: {
    explanation:
      "Clicks an element and keeps the file that the page then sends, also a PDF, a text, an image or JSON that a window would show instead. The file is in the result's files, under a name: {name, type, size, " +
      "base64}. name is what the site suggests, without a path, and type follows from its ending. All files of a task together " +
      "have at most 10 MiB, unless the operator chose another limit. " +
      "Other steps keep no file: a download that they begin is refused.",
    example: { type: "DOWNLOAD_FILE", selector: "#file", as: "report" },
  },
  UPLOAD_FILE: {
    explanation:
      "Uploads a file with a file field. file is a variable that holds {name, type, base64}, as a wait of the kind file " +
      `delivers it; as JSON it has at most ${fileBytes() / largeBody.mebibyte} MiB, unless the operator chose another limit. Or name and ` +
      "content (base64) give the file in two parameters.",
    example: {
      type: "UPLOAD_FILE",
      selector: "#document",
      name: "invoice.txt",
      content: "SW52b2ljZSAxNw==",
    },
  },
  WAIT_FOR_TEXT: {
    explanation:
      "Waits until the page, or a frame of it, shows a text, in any letter case and also as a part of a longer one. What is " +
      "hidden does not count, also within the text. With a selector it waits until that element shows the text and nothing else, so that a text that a person approved is not " +
      "mistaken for a longer one that contains it.",
    example: { type: "WAIT_FOR_TEXT", text: "Welcome" },
  },
  WAIT_FOR_TEXT_GONE: {
    explanation: "Waits until the page does not show a text any more.",
    example: { type: "WAIT_FOR_TEXT_GONE", text: "Loading" },
  },
  WAIT_FOR_ELEMENT: {
    explanation: "Waits until an element is visible.",
    example: { type: "WAIT_FOR_ELEMENT", selector: "#account" },
  },
  WAIT_FOR_ELEMENT_GONE: {
    explanation: "Waits until no element that the selector matches is visible.",
    example: { type: "WAIT_FOR_ELEMENT_GONE", selector: ".spinner" },
  },
  WAIT_FOR_URL: {
    explanation: "Waits until the page's address fits a pattern, in which * stands for any characters.",
    example: { type: "WAIT_FOR_URL", pattern: "https://example.com/account*" },
  },
  WAIT_FOR_VARIABLE_VALUE: {
    explanation:
      "Waits for the value of a late variable and continues as soon as it is pushed. The name is always permanent. " +
      "kind says what a value must be: text and code (a string), number (a JSON number), yes_no (true or false; false " +
      "continues too), choice (one of options, at most 20), file ({name, type, base64}). Values of another form are refused " +
      "with ERROR_VARIABLE_REFUSED, and the wait goes on. " +
      "A pattern (RE2 syntax, full match) refuses values of another form; maxAge refuses values pushed longer ago. A " +
      `pattern may have ${count(limits.patternInstructions)} instructions, which are its characters and classes with repetitions ` +
      `written out, and a value may have at most ${count(limits.patternWork)} ÷ instructions characters: for [0-9]{6}, 25,000. ` +
      "After a minute the page is frozen: it counts as hidden, and its scripts and timers stop until the value comes, somebody looks " +
      "at it, or people are about to be reminded. keepAlive leaves it as it is, for a site that ends a session whose page is " +
      "silent. Where a page went by itself during the wait is noted in the timeline. " +
      "A value that createTask brings is checked against the first wait's kind and pattern when the task is created.",
    example: {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: "code",
      prompt: "Enter the code from the text message.",
      pattern: "[0-9]{6}",
    },
  },
  ASK_AGAIN_IF_TEXT: {
    explanation:
      "If the page shows the text, the site refused the value: the step that waits for it is run again as the next " +
      "attempt, in the same session. If the text does not show within the step's time (5 s by default), the task continues. A text that " +
      "is still shown from an earlier attempt counts only if it is shown when that time is over. If the site has still " +
      "not responded to a submitted form by then, the step waits up to 30 s for the response, and then its time once more.",
    example: { type: "ASK_AGAIN_IF_TEXT", text: "That code is not right", name: "code" },
  },
  ASK_AGAIN_IF_ELEMENT: {
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
  },
  READ_TEXT: {
    explanation:
      "Keeps the text of an element, or what a field holds, in the result's texts. With attribute, it keeps that attribute " +
      "instead: href and src as absolute addresses, others as the page writes them.",
    example: { type: "READ_TEXT", selector: "#balance", as: "balance" },
  },
  TAKE_SCREENSHOT: {
    explanation:
      "Keeps a picture of an element, or of what the window shows; the selector html gives the whole page. Late values " +
      "and password fields are covered.",
    example: { type: "TAKE_SCREENSHOT", selector: "html" },
  },
  TAKE_HTML_SNAPSHOT_BY_SELECTOR: {
    explanation: "Keeps the HTML of an element, without late values and what password fields hold.",
    example: { type: "TAKE_HTML_SNAPSHOT_BY_SELECTOR", selector: "table" },
  },
  READ_LIST: {
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
  },
  HOVER: {
    explanation: "Moves the pointer over an element, for menus that open under it.",
    example: { type: "HOVER", selector: "#menu" },
  },
  SCROLL_TO: {
    explanation: "Scrolls until an element is in view, for pages that load more when scrolled.",
    example: { type: "SCROLL_TO", selector: "#end" },
  },
  DRAG: {
    explanation: "Drags one element onto another with the pointer.",
    example: { type: "DRAG", from: "#card", to: "#basket" },
  },
  ANSWER_DIALOG: {
    explanation:
      "Answers the next dialog that a page opens (an alert, a confirm box or a prompt); text is entered into a prompt. It " +
      "goes before the step that opens the dialog; several in a row are for several dialogs. An answer that no dialog used is " +
      "dropped by the next ANSWER_DIALOG, and by a step that acts on another page, such as a CLICK. A dialog without an answer is dismissed; the timeline and a later failure say so. A page that asks whether to leave it is left.",
    example: { type: "ANSWER_DIALOG", accept: true },
  },
  SWITCH_WINDOW: {
    explanation:
      "Continues in another window: the first one, the newest one, or the newest whose address fits a pattern, in which * " +
      "stands for any characters. If a window opens later, the task continues in it as usual.",
    example: { type: "SWITCH_WINDOW", to: "first" },
  },
  CLOSE_WINDOW: {
    explanation:
      "Closes the window that the task is in, and continues in the one before it. The first window stays open.",
    example: { type: "CLOSE_WINDOW" },
  },
  IF_ELEMENT: {
    explanation:
      "Runs the steps in then if an element is visible within the step's time (5 s by default), otherwise those in else, if " +
      "there are any. The time is for looking; nested steps have their own.",
    example: {
      type: "IF_ELEMENT",
      selector: "#accept-cookies",
      then: [{ type: "CLICK", selector: "#accept-cookies" }],
      timeout: 2,
    },
  },
  IF_TEXT: {
    explanation: "Like IF_ELEMENT, for a text that the page or a frame of it shows.",
    example: {
      type: "IF_TEXT",
      text: "Welcome",
      then: [{ type: "TAKE_SCREENSHOT" }],
      else: [{ type: "OPEN_PAGE", url: "https://example.com/login" }],
    },
  },
  IF_URL: {
    explanation:
      "Like IF_ELEMENT, for the page's address, which must fit a pattern in which * stands for any characters.",
    example: {
      type: "IF_URL",
      pattern: "https://example.com/login*",
      then: [{ type: "FILL_INPUT", selector: "#login", value: { variable: "login" } }],
    },
  },
  IF_VALUE: {
    explanation:
      "Runs the steps in then if a variable, or a text that READ_TEXT read, equals a value, otherwise those in else. Values are " +
      "compared as they would be typed, so that true is the text true.",
    example: {
      type: "IF_VALUE",
      name: "login",
      equals: "ada",
      then: [{ type: "TAKE_SCREENSHOT" }],
    },
  },
  REPEAT_WHILE_ELEMENT: {
    explanation:
      "Runs its steps as long as an element is visible within the step's time (5 s by default), at most max times; then the " +
      "task continues. Each run looks at the page afresh, and a wait in it asks anew each time. A CLICK in it also waits for what " +
      "the page does then: up to half a second for the document to change, and up to 10 s for what its scripts request.",
    example: {
      type: "REPEAT_WHILE_ELEMENT",
      selector: "#next",
      max: 20,
      steps: [{ type: "CLICK", selector: "#next" }],
      timeout: 1,
    },
    sequence: {
      explanation:
        "A list over several pages: READ_LIST before the loop reads the first page, and in the loop all others.",
      steps: [
        readOrders,
        {
          type: "REPEAT_WHILE_ELEMENT",
          selector: "#next",
          max: 99,
          timeout: 1,
          steps: [{ type: "CLICK", selector: "#next" }, readOrders],
        },
      ],
    },
  },
  PAUSE: {
    explanation: "Does nothing for some seconds. A wait for what should happen is nearly always better.",
    example: { type: "PAUSE", seconds: 2 },
  },
};
