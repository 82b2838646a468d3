import { json, list, type Section, text } from "./blocks.ts";

export const lateValues: Section = {
  id: "late-values",
  title: "Values that come later",
  level: 2,
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

/** A payment is made only if a person says yes to what the page shows. A test runs it on the demo site. */
export const approvalTemplate = {
  name: "Pay after approval",
  description: "Asks a person whether to make the payment that the page shows, and makes it only after a yes.",
  steps: [
    { type: "READ_TEXT", selector: "#amount", as: "amount" },
    { type: "READ_TEXT", selector: "#payee", as: "payee" },
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: "approved",
      kind: "yes_no",
      prompt: { text: "Pay {{amount}} to {{payee}}?" },
    },
    {
      type: "IF_VALUE",
      name: "approved",
      equals: "true",
      then: [
        { type: "WAIT_FOR_TEXT", selector: "#amount", text: { text: "{{amount}}" } },
        { type: "CLICK", selector: "#pay" },
        { type: "WAIT_FOR_TEXT", text: "Your payment is made" },
        { type: "READ_TEXT", selector: "h1", as: "outcome" },
      ],
    },
  ],
} as const;

export const approvals: Section = {
  id: "approvals",
  title: "Approvals",
  level: 2,
  blocks: [
    text(
      "A person can be asked before a task does something that matters. This template reads what the page shows, puts it into the question, and",
      "clicks only after a yes. It runs on the demo site's page `/jobs/approval`, with `approved` as a value that comes later:",
    ),
    json("Pay after approval", approvalTemplate),
    list(
      'The answer to the kind `yes_no` is `true` or `false`, and **the task continues after either**: put the steps that need a yes into an `IF_VALUE` that equals `"true"`. After a no, this task is ready without `texts.outcome`.',
      "Declining is different: it ends the task with an error, which gives the reason.",
      "The first step after the yes makes sure that the page still shows the approved amount.",
    ),
    text(
      "The prompt shows the site's words in quotation marks, on one line and at most 200 characters each. An approver sees it",
    ),
    list(
      "**in the portal**: on the task's page, with the page's picture, the time left, and buttons for yes and no. An answer link shows the same to somebody without an account.",
      '**in the API**: `getTaskResult` has it in `waiting`, as `{"name": "approved", "prompt": "Pay “$31.20” to “Bookshop Lisbon”?", "kind": "yes_no", …}`. The answer is `pushAntiGateVariable` with the value `true` or `false`.',
      "**in a terminal**: `gatepost task watch` prints it and asks for yes or no; `gatepost push <taskId> approved yes` answers it from elsewhere.",
    ),
  ],
};
