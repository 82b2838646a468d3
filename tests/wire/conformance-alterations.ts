import { type ErrorCode, errors } from "@gatepost/contract/errors";
import type { Alteration, Exchange } from "./altered-service.ts";

// biome-ignore lint/suspicious/noExplicitAny: what is on the wire is not typed.
type Json = any;
type When = (exchange: Exchange) => boolean;

const always: When = () => true;
const refusal = (code: ErrorCode) => ({
  errorId: errors[code].id,
  errorCode: code,
  errorDescription: errors[code].description,
});

/** Changes the successes of a method. */
const inAnswer =
  (method: string, change: (body: Json, exchange: Exchange) => void, when = always): Alteration =>
  (exchange) => {
    if (exchange.path === method && exchange.body?.errorId === 0 && when(exchange)) change(exchange.body, exchange);
  };

const inReport = (change: (body: Json, exchange: Exchange) => void, when?: When) =>
  inAnswer("getAppStats", change, when);
const inSeries = (change: (series: Json) => void, which: (series: Json) => boolean = () => true) =>
  inReport(({ chartData }) => chartData.filter(which).forEach(change));
const ofError = ({ errorId }: Json): boolean => errorId !== 0;
const inPoints = (change: (point: Json) => void) => inSeries(({ data }) => data.forEach(change));
const inResult = (change: (body: Json) => void) => inAnswer("getTaskResult", change);

/** Refuses what the method takes. */
const refuses =
  (method: string, when = always, code: ErrorCode = "ERROR_BAD_REQUEST"): Alteration =>
  (exchange) => {
    if (exchange.path === method && exchange.body?.errorId === 0 && when(exchange)) exchange.body = refusal(code);
  };

/** Takes whatever is refused: what breaks a rule that says what is refused, unless another alteration is listed. */
export const refusesNothing: Alteration = (exchange) => {
  if (!(exchange.body?.errorId > 0)) return;
  exchange.status = 200;
  exchange.body = { errorId: 0, status: "success", taskId: 1, chartData: [{ data: [] }], version: 1, warnings: [] };
};

/** Refuses with another error. */
const confuses =
  (code: ErrorCode, other: ErrorCode, when = always): Alteration =>
  (exchange) => {
    if (exchange.body?.errorCode === code && when(exchange)) exchange.body = refusal(other);
  };

/** Says something else in an error. */
const says =
  (code: ErrorCode, words: (description: string) => string, when = always): Alteration =>
  (exchange) => {
    if (exchange.body?.errorCode === code && when(exchange))
      exchange.body.errorDescription = words(exchange.body.errorDescription);
  };

const answers =
  (was: number, status: number): Alteration =>
  (exchange) => {
    if (exchange.status === was) exchange.status = status;
  };

const header =
  (name: string, value: string | undefined, when = always): Alteration =>
  (exchange) => {
    if (!when(exchange)) return;
    if (value === undefined) delete exchange.headers[name];
    else exchange.headers[name] = value;
  };

/** What node:http says by itself where a request is not valid HTTP: it reaches no service behind a proxy. */
const unanswered: Alteration = () => {};

const at = (path: string) => (exchange: Exchange) => exchange.path === path;
const sent = (name: string, value: unknown) => (exchange: Exchange) => exchange.sent?.[name] === value;
const inTask = (name: string) => (exchange: Exchange) => exchange.sent?.task?.[name] !== undefined;
const set = (properties: object) => (one: Json) => void Object.assign(one, properties);
const nothing = () => "No.";
const lost = { status: "ready", solution: { url: "https://example.org/#lost" } };

/** An alteration that numbers its answers from 1. */
const counting = (alteration: (next: () => number) => Alteration): Alteration => {
  let n = 0;
  return alteration(() => ++n);
};

/** The last day has one more at each report. */
const growing = counting((next) =>
  inReport(({ chartData }) => {
    chartData[0].data.at(-1).y += next();
  }),
);

/** For checks, a service that breaks their rule: the check must fail there. For all others, it is one that refuses nothing. */
export const alterations: Record<string, Alteration> = {
  "A report has errorId 0, chartData, fromDate and toDate": inReport((body) => delete body.toDate),
  "fromDate and toDate are a day, a short month name and a time": inReport(set({ fromDate: "2026-01-01 00:00" })),
  "Each series has its name, data, itemname, errorId, code and description": inSeries((one) => delete one.itemname),
  "The ordinary series has errorId 0, an empty code and description, and no count": inSeries(set({ count: 0 })),
  "An error series has the id, the code and the description of its error, and a count": inSeries(
    (one) => delete one.count,
    ofError,
  ),
  "Series of errors are a group of their own": inSeries(set({ itemname: "Tasks" })),
  "A point has the day with its full and its short month name": inPoints((point) => {
    point.shortdate = point.date;
  }),
  "y is an integer": inPoints((point) => {
    point.y += 0.5;
  }),
  "stamp is the timestamp of the start of the day": inPoints((point) => {
    point.stamp += 1;
  }),
  "A day ends one unit before the next one begins": inPoints((point) => {
    point.endstamp += 1;
  }),
  "The days are consecutive and ascend": inSeries(({ data }) => data.reverse()),
  "Without a mode, a report is of errors": inReport(
    ({ chartData }) => {
      chartData[0].name = "Page views";
    },
    sent("mode", undefined),
  ),
  "All five modes give a report": refuses("getAppStats", sent("mode", "users")),
  "An application that does not exist has no report": confuses("ERROR_ACCESS_DENIED", "ERROR_BAD_REQUEST"),
  "getAppStats with an unknown key fails with id 1 and says that the key was not found": says(
    "ERROR_KEY_DOES_NOT_EXIST",
    nothing,
  ),
  "A refused report has the error and nothing else": (exchange) => {
    if (exchange.body?.errorCode === "ERROR_ACCESS_DENIED") exchange.body.chartData = [];
  },
  "A push succeeds with errorId 0 and status success": inAnswer("pushAntiGateVariable", (body) => delete body.status),
  "Any JSON type is a value": refuses("pushAntiGateVariable", sent("value", null)),
  "A pushed value is the one that the task goes on with": inResult((body) => {
    if (body.solution) body.solution = lost.solution;
  }),
  "createTask takes a variable whose value comes later": inAnswer("createTask", (body) => {
    body.taskId = String(body.taskId);
  }),
  "A call without a key fails like one with an unknown key": confuses(
    "ERROR_KEY_DOES_NOT_EXIST",
    "ERROR_BAD_REQUEST",
    sent("clientKey", undefined),
  ),
  "Every failure has a code and a description, and no success has": inReport(set({ errorCode: "" })),

  "A refused call has HTTP status 200": (exchange) => {
    if (exchange.body?.errorId > 0) exchange.status = 401;
  },
  "The body is read as JSON whatever its type is said to be": refuses("getBalance", ({ requestHeaders }) =>
    Boolean(requestHeaders["content-type"]?.startsWith("multipart")),
  ),
  "The answer is JSON whatever the caller says that it accepts": header("content-type", "text/html"),
  "A request that is not valid HTTP is a 400 with the envelope": unanswered,
  "A client of MCP is told the version of the protocol, and a session": (exchange) => {
    if (exchange.path === "mcp") exchange.text = exchange.text.replace("protocolVersion", "version");
  },
  "A method that is not called with POST is a 405, which allows POST": header("allow", "GET", at("getTaskResult")),
  "Headers that do not arrive in ten seconds are a 408": unanswered,
  "Extensions of chunks that are too long are a 413": unanswered,
  "A compressed body is a 415, and an encoding that is none does no harm": answers(415, 400),
  "Headers over 16 KiB are a 431": unanswered,
  "A success has errorId 0, and neither errorCode nor errorDescription": inAnswer(
    "listTasks",
    set({ errorDescription: null }),
  ),
  "A failure has errorId, errorCode and English sentences, and nothing else": (exchange) => {
    if (exchange.body?.errorCode === "ERROR_TASK_ABSENT") exchange.body.requestId = "1";
  },
  "GET of an unknown path is the site's 404 page": answers(404, 200),
  "Any origin may read the answers of methods": header(
    "access-control-allow-origin",
    undefined,
    ({ status }) => status === 413,
  ),
  "Preflights are granted, also of unknown paths": header(
    "access-control-allow-headers",
    "content-type",
    at("pushAntiGateVariable"),
  ),
  "The portal accepts no other origin": header("access-control-allow-origin", "*", at("sign-in")),
  "Every answer has a request reference of its own, which other origins may read": header("x-request-id", "same"),
  "A call's own request reference is kept, unless it has other characters": header("x-request-id", "same"),
  "A person's view of the application's page counts as a view, and a crawler's, a prefetch and HEAD do not": growing,
  "A click on the download link counts, and a crawler's does not": growing,

  "Every key that does not work gets the same response": says(
    "ERROR_KEY_DOES_NOT_EXIST",
    (said) => `${said} It is no string.`,
    sent("clientKey", 1),
  ),
  "A revoked key is answered like an unknown one": says(
    "ERROR_KEY_DOES_NOT_EXIST",
    (said) => `${said} It was revoked.`,
    ({ sent }) => sent.clientKey !== "gp_nobody",
  ),
  "Checks come in one order: JSON, key, account, IP address, properties, permissions, state": confuses(
    "ERROR_IP_NOT_ALLOWED",
    "ERROR_TASK_ABSENT",
  ),
  "A task may have 100 variables, and no more": says("ERROR_REQUEST_TOO_LARGE", nothing),
  "A URL has 8,192 characters at most": refuses("createTask"),
  "A limit is checked before anything of the call is done": confuses(
    "ERROR_REQUEST_TOO_LARGE",
    "ERROR_NO_SUCH_CAPCHA_ID",
    sent("taskId", 4_503_599_627_370_000),
  ),
  "A body over 256 KiB is taken with the key in the header Authorization too": refuses("pushAntiGateVariable"),
  "A large body with two different keys is refused": confuses("ERROR_BAD_REQUEST", "ERROR_KEY_DOES_NOT_EXIST"),

  "Integers may be strings of digits": refuses("pushAntiGateVariable"),
  "createTask takes no softId as 0, an empty string, null or nothing": refuses("createTask", sent("softId", "")),
  "Unknown properties are ignored": refuses("createTask", inTask("price")),
  "Empty and null proxy fields are ignored": refuses("createTask", ({ sent }) => sent?.task?.proxyPort === null),
  "An unknown softId never fails createTask": refuses("createTask", sent("softId", 867), "ERROR_ACCESS_DENIED"),
  "Unknown properties of task are listed in warnings, and known ones give none": inAnswer("createTask", (body) => {
    body.warnings = (body.warnings ?? []).slice(1);
  }),
  "A call without an object task is ERROR_TASK_ABSENT": confuses(
    "ERROR_TASK_ABSENT",
    "ERROR_BAD_REQUEST",
    sent("task", null),
  ),
  "All variables that are missing are listed": says("ERROR_INCORRECT_SESSION_DATA", (said) =>
    said.replace(", pin", ""),
  ),
  "Extra variables are ignored, and a wait whose value is never used is valid": refuses(
    "createTask",
    ({ sent }) => sent?.task?.variables?.later !== undefined,
  ),
  "An unknown template is ERROR_TEMPLATE_NOT_FOUND, which suggests the nearest names": says(
    "ERROR_TEMPLATE_NOT_FOUND",
    nothing,
  ),
  "A property of the wrong type is ERROR_BAD_REQUEST, with its path": says("ERROR_BAD_REQUEST", (said) =>
    said.replaceAll("callbackUrl", "callback"),
  ),
  "Each wrong property is named, ten of them at most": says("ERROR_BAD_REQUEST", (said) => said.split(".")[0] ?? ""),
  "taskId is a positive integer below 2^53, and the price is held until the task ends": inAnswer(
    "getBalance",
    set({ balance: 1 }),
  ),
  "Beyond ten unknown properties, one sentence counts the rest": inAnswer("createTask", ({ warnings = [] }) => {
    warnings.length = 10;
  }),
  "A number is typed exactly as it was sent, at creation and by a push": inResult((body) => {
    if (body.solution) body.solution.url = body.solution.url.replace("1.10", "1.1");
  }),
  "null empties a field, and what is no string is typed as compact JSON": inResult((body) => {
    if (body.solution) body.solution.url = body.solution.url.replace("||", "|null|");
  }),
  "Only the very string _WAIT_FOR_IT_ marks a late variable": refuses(
    "createTask",
    ({ sent }) => sent?.task?.variables?.code === " _WAIT_FOR_IT_",
    "ERROR_INCORRECT_SESSION_DATA",
  ),
  "A draft is listed with its name, its day and a hash, and is no template": inAnswer("listTasks", ({ tasks }) => {
    for (const task of tasks) task.templateName = task.templateName.replace(/ \(draft.*/, "");
  }),
  "A draft's problems are in the description": (exchange) => {
    if (exchange.body?.errorId > 0) exchange.body.problems = [];
  },
  "The two templates of the protocol's examples are built in": inAnswer("listTemplates", ({ templates }) => {
    for (const one of templates) one.builtIn = false;
  }),
  "A repeated createTask with an Idempotency-Key gets the first answer, byte for byte": counting((next) =>
    inAnswer("createTask", (body) => {
      body.taskId += next() / 1_000;
    }),
  ),
  "A repeated push with an Idempotency-Key gets the first answer, also after the task has ended": counting((next) =>
    inAnswer("pushAntiGateVariable", (body) => {
      body.n = next();
    }),
  ),
  "A failure is not repeated for an Idempotency-Key once its cause is gone": refuses(
    "createTask",
    always,
    "ERROR_TEMPLATE_NOT_FOUND",
  ),
  "Two accounts may use one Idempotency-Key": inAnswer("createTask", set({ taskId: 1 })),

  "null, false, 0, an empty string and _WAIT_FOR_IT_ are values, and nothing is none": refuses(
    "pushAntiGateVariable",
    sent("value", "_WAIT_FOR_IT_"),
  ),
  "A value that was pushed before the wait is kept, and the step passes at once": inResult((body) => {
    if (body.solution) body.solution = lost.solution;
  }),
  "A worker that waits continues with the value": inResult((body) => {
    if (body.solution) body.solution.url = body.solution.url.replace(/1$/, "2");
  }),
  "The same value again is a success, before it was taken and after": counting((next) =>
    refuses("pushAntiGateVariable", () => next() === 2, "ERROR_VARIABLE_ALREADY_SET"),
  ),
  "Another value replaces one that no worker has taken": inResult((body) => {
    if (body.solution) body.solution.url = body.solution.url.replace("#3", "#1");
  }),
  "Values are the same if their JSON is deeply equal, numbers by their mathematical value": counting((next) =>
    // The second push of the second value: five first ones and `start` come before.
    refuses("pushAntiGateVariable", () => next() === 8, "ERROR_VARIABLE_ALREADY_SET"),
  ),
  "After the end every push is ERROR_TASK_FINISHED, which says whether a value was taken": says(
    "ERROR_TASK_FINISHED",
    (said) => said.replace("taken at", "pushed at"),
  ),
  "Of many pushes at once before the wait, each succeeds, and one of the values is taken": refuses(
    "pushAntiGateVariable",
    sent("value", "v3"),
    "ERROR_VARIABLE_ALREADY_SET",
  ),
  "A push and the end of the wait cannot both win": (exchange) => {
    const isTaken = exchange.body?.errorId === 0;
    if (isTaken) refuses("pushAntiGateVariable", always, "ERROR_TASK_FINISHED")(exchange);
    else refusesNothing(exchange);
  },
  "Without a value in time, a task ends with ERROR_VARIABLE_TIMEOUT": confuses(
    "ERROR_VARIABLE_TIMEOUT",
    "ERROR_TASK_TIMEOUT",
  ),
  "A declined variable ends the task with the reason, and a repeated call gets the same response": says(
    "ERROR_TASK_CANCELED",
    nothing,
  ),
  "extendWait lets a wait last longer, and never makes it shorter": inAnswer("extendWait", (body, { sent }) => {
    body.expiresAt = Math.floor(Date.now() / 1_000) + sent.seconds;
  }),
  "An answer link can be created before the task asks, and lasts a day unless the call says otherwise": inAnswer(
    "createAnswerLink",
    (body) => {
      body.expires += 3_600;
    },
  ),
  "A failed step asks for help if the task says so, and stop ends the task with the step's own error": inResult(
    ({ waiting: [wait] = [] }) => {
      if (wait) wait.options = ["retry", "stop"];
    },
  ),
  "A value that createTask brings must fit the first wait for it": says("ERROR_BAD_REQUEST", (said) =>
    said.replaceAll("gate", ""),
  ),

  "Another account's task is answered like one that does not exist, byte for byte": says(
    "ERROR_NO_SUCH_CAPCHA_ID",
    (said) => `${said} It is another account's.`,
    ({ sent, path }) => sent.taskId !== 4_503_599_627_370_000 && path === "extendWait",
  ),
  "A task that has not ended says its step, and what it waits for": inResult(({ waiting: [wait] = [] }) => {
    if (wait) wait.attempt = 0;
  }),
  "A ready task has its solution, cost, IP address, times and attempts": inResult((body) => {
    if (body.cost) body.cost = Number(body.cost);
  }),
  "A failed step is the task's error, with where it failed and what was read until then": (exchange) => {
    if (exchange.body?.failure) exchange.body.failure.url += "?secret=1";
  },
  "A push has a receipt, which never has the value": inResult(({ receipts: [receipt] = [] }) => {
    if (receipt) receipt.value = "canary-349001";
  }),
  "A held call is answered when the task changes, and at once if it has changed since": inResult(
    set({ version: "always the same" }),
  ),
  "getBalance is without what is held for open tasks": inAnswer("getBalance", set({ balance: 1 })),
  "A cancelled task fails with the first call's reason, and a repeated call gets the same response": says(
    "ERROR_TASK_CANCELED",
    (said) => said.replace("First", "Second"),
  ),
  "listTasks has the account's tasks by descending taskId, page by page": inAnswer(
    "listTasks",
    (body) => delete body.next,
  ),
  "listTasks by state and by error has tasks of these only": inAnswer("listTasks", ({ tasks }) => {
    tasks.push({ ...tasks[0], state: "ready" });
  }),
  "A task that succeeds is spending of its hour, by its application and its IP address": inAnswer(
    "getSpendingStats",
    ({ data }) => {
      for (const hour of data) hour.volume = 0;
    },
  ),
  "A task of the application that succeeds is one accepted, and one that fails an error of its code": inSeries(
    ({ data }) => {
      for (const point of data) point.y = 0;
    },
  ),

  "A mode may be null and in any letter case": refuses("getAppStats", sent("mode", "vIeWs")),
  "A time zone is taken by its IANA name in any letter case, and anything else is refused": refuses(
    "getAppStats",
    sent("timezone", "europe/berlin"),
  ),
  "The default range is today and the 29 days before, with a point for each day": inSeries(({ data }) => data.pop()),
  "from alone ends today, and to alone is the last of 30 days": inSeries(({ data }) => data.shift()),
  "Timestamps are Unix seconds, and days have English names without a leading zero": inPoints((point) => {
    point.beginstamp *= 1_000;
  }),
  "Each month has its English name": inPoints((point) => {
    point.date = point.date.replace("March", "März");
  }),
  "fromDate is the first day at 00:00, and toDate the last one at 23:59 if that is past": inReport((body) => {
    body.toDate = body.toDate.replace("23:59", "24:00");
  }),
  "toDate is the time of the report in its zone if the range ends today": inReport((body) => {
    body.toDate = body.toDate.replace(/\d\d:\d\d$/, "23:59");
  }),
  "Days of other lengths than 24 hours are right": inPoints((point) => {
    point.endstamp = point.beginstamp + 86_399;
  }),
  "A day that the zone skipped has no point": inSeries(({ data }) =>
    data.splice(1, 0, { ...data[0], date: "30 December" }),
  ),
  "Properties come in the order of the reference": inReport((body) => {
    const { fromDate, ...others } = body;
    delete body.fromDate;
    Object.assign(body, others, { fromDate });
  }),
  "Each mode has its one ordinary series, of its group": inSeries((one) => {
    one.itemname = one.itemname.replace("Money", "Cents");
  }),
  "Error series are named by their code, of the group Errors, the most frequent first, then by id": inReport(
    ({ chartData }) => {
      chartData.splice(1, chartData.length, ...chartData.slice(1).reverse());
    },
  ),
  "A refused createTask counts if it names the application and its key was accepted": inSeries(
    set({ count: 1 }),
    ofError,
  ),
  "A refusal of an account that neither owns nor uses the application does not count": counting((next) =>
    inSeries((one) => {
      one.count += next();
    }, ofError),
  ),
  "An account that creates tasks through the application is one user of the day": growing,
  "Numbers of a day are the same in every range": growing,
  "chartData is a series of a charting library as it is": inPoints((point) => {
    point.y = String(point.y);
  }),
  "Whoever does not own the application is denied whatever else is wrong, in the same words for every softId": says(
    "ERROR_ACCESS_DENIED",
    (said) => `${said} There is none.`,
    sent("softId", 0),
  ),
  "Spending is 24 whole hours, ascending, the last one the current one by default": inAnswer(
    "getSpendingStats",
    ({ data }) => {
      data[3].dateTill += 1;
    },
  ),
  "test returns the body as it arrived, without keys": (exchange) => {
    if (exchange.path === "test") exchange.text = exchange.text.replace("1.10", "1.1");
  },

  "Each save of a changed document is the next version, and an unchanged one makes none": counting((next) =>
    inAnswer("saveTemplate", (body) => {
      body.version = next();
    }),
  ),
  "A document is returned in the form in which it was saved": inAnswer("getTemplate", ({ template }) => {
    for (const step of template.steps) step.selector = { permanent: step.selector };
  }),
  "Names are trimmed in every call": inAnswer("listTasks", ({ tasks }) => tasks.splice(0)),
  "An invalid document is refused with every problem, its path and what to write instead": (exchange) => {
    exchange.body?.problems?.pop();
  },
  "A recording becomes a document with a variable for each typed text, which is not kept": inAnswer(
    "getTemplate",
    ({ template }) => {
      template.description = "canary-text";
    },
  ),
  "No method returns a stored secret, and saving under its name replaces it": inAnswer("listSecrets", ({ secrets }) => {
    for (const one of secrets) one.value = "canary";
  }),
  "A template may use a secret that is not stored, with a warning, and createTask of it is refused": inAnswer(
    "saveTemplate",
    set({ warnings: [] }),
  ),
  "What is in a session is never returned, and a deleted one is gone": inAnswer("listSessions", ({ sessions }) => {
    for (const one of sessions) one.cookies = [];
  }),
};

/** Checks whose broken service is any other: their requests reach none behind a proxy. */
export const withoutExchange: ReadonlySet<string> = new Set(
  Object.keys(alterations).filter((name) => alterations[name] === unanswered),
);
