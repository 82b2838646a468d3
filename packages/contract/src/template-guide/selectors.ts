import { limits } from "../limits.ts";
import { type Section, text } from "./blocks.ts";

export const selectors: Section = {
  ...{ id: "selectors", title: "Selectors", level: 2 },
  blocks: [
    text(
      "A selector names an element in CSS, with Playwright's pseudo-classes. A step acts on the first visible match, on the page",
      "or in one of its frames; shadow roots are searched too.",
    ),
    {
      kind: "table",
      head: ["selector", "finds"],
      rows: [
        ["`#login`", "the element with this id"],
        ["`input[name=email]`", "a field by its name"],
        ['`button:has-text("Sign in")`', "a button that contains a text, in any letter case"],
        ["`tr:has(td.overdue) a`", "a link in a row that has an overdue cell"],
        ["`:nth-match(.price, 2)`", "the second match"],
        ["`text=Sign in`", 'an element that shows this text, or a longer one; `text="Sign in"` only exactly this one'],
        ["`label=Email`", "the field with this label; in quotes likewise"],
        ['`role=button[name="Send"]`', "an element by its role and its accessible name, which screen readers announce"],
        ["`xpath=//table[2]//a`", "an element by XPath"],
      ],
    },
    text(
      `A list of up to ${limits.selectorAlternatives} selectors, such as \`["#send", "role=button[name=\\"Send\\"]"]\`, keeps a template working when a page`,
      "changes: of those that match something visible, the first in the list acts. A step that waits until an element is gone",
      "waits until none of them matches. The timeline says when it was not the first selector, and the editor warns of it.",
    ),
    text(
      "Prefer what is least likely to change: an id, a `name`, a text that people see. Selectors are parsed when a template is",
      "saved, except for the arguments of `:nth-match`, `:near` and similar pseudo-classes. jQuery's `:contains` and `:eq` are",
      "not CSS; the error says what to write instead.",
    ),
  ],
};
