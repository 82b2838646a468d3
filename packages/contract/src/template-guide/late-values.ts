import { type Section, text } from "./blocks.ts";

export const lateValues: Section = {
  ...{ id: "late-values", title: "Values that come later", level: 2 },
  blocks: [
    text(
      'A variable whose value is `"_WAIT_FOR_IT_"` in `createTask` comes later. The template must have a step',
      "`WAIT_FOR_VARIABLE_VALUE` for it before its first use. There the task waits, with its page open, until",
      "`pushAntiGateVariable` or a person in the portal supplies the value. A value that is pushed before the task reaches the",
      "step is kept for it. If the variable has an ordinary value, the step passes at once, so that one template serves both.",
    ),
    text("A `prompt` says what is asked. It can show what READ_TEXT has read on the page: see **Approvals** below."),
    text(
      "A `kind` says what the value must be, and with it which field and keyboard a person gets; a `pattern` refuses values of",
      "another form. `ASK_AGAIN_IF_TEXT` and `ASK_AGAIN_IF_ELEMENT` ask again if the site refuses a value: put one right after",
      "the step that submits it.",
    ),
  ],
};
