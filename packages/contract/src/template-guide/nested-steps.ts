import { json, type Section, text } from "./blocks.ts";

export const nestedSteps: Section = {
  ...{ id: "nested", title: "Conditions, repetitions and optional steps", level: 2 },
  blocks: [
    text(
      "`IF_ELEMENT`, `IF_TEXT`, `IF_URL` and `IF_VALUE` run some steps or others; `REPEAT_WHILE_ELEMENT` runs steps again and",
      "again. Both nest steps in lists. For what only sometimes appears, such as a banner, an optional step is shorter: with",
      '`"optional": true`, any step except a wait may fail, and the task continues. It has 5 s, unless it has a `timeout`.',
    ),
    json("A banner that appears only sometimes", {
      type: "CLICK",
      selector: "#accept-cookies",
      optional: true,
    }),
    text(
      "To repeat steps until something appears, let the selector match an element only as long as it lacks that. Here it matches",
      "the calendar until the day is in it:",
    ),
    json("Turning a calendar's pages until it shows a day", {
      type: "REPEAT_WHILE_ELEMENT",
      selector: { text: '#calendar:not(:has([data-date="{{date}}"]))' },
      max: 24,
      timeout: 1,
      steps: [{ type: "CLICK", selector: "#next-month" }],
    }),
    text(
      "A joined selector holds the values as they are, without quotes of its own, and is parsed when the step runs. Put quotes",
      "around a value in a selector, as around `{{date}}` here.",
    ),
  ],
};
