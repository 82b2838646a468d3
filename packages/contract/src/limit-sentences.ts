import {
  accountLimits,
  callRate,
  fileBytes,
  forbiddenNames,
  inboundRate,
  largeBody,
  limits,
  queueLimits,
} from "./limits.ts";

const kib = (bytes: number) => `${bytes / 1024} KiB`;
const mib = (bytes: number) => `${bytes / largeBody.mebibyte} MiB`;
const count = (n: number) => n.toLocaleString("en");

/** How documentation describes each limit of a call. */
const ofCalls: Record<keyof typeof limits, string> = {
  bodyBytes: `The body of a call: ${kib(limits.bodyBytes)}.`,
  nesting: `Nesting of a body: ${limits.nesting} levels.`,
  values: `Values in a body, nested ones too: ${count(limits.values)}.`,
  variables: `Variables of a task, and of a template: ${limits.variables}.`,
  variableBytes: `The value of a variable: ${kib(limits.variableBytes)} as JSON.`,
  nameLength: `The name of a variable: 1 to ${limits.nameLength} characters, and none of ${forbiddenNames.join(", ")}.`,
  secretNameLength: `The name of a stored secret: 1 to ${limits.secretNameLength} characters.`,
  secretBytes: `The value of a stored secret: ${kib(limits.secretBytes)}, and at least 4 characters.`,
  domainsOfSecret: `Domains of a stored secret: 1 to ${limits.domainsOfSecret}.`,
  sessionNameLength: `The name of a session: 1 to ${limits.sessionNameLength} characters.`,
  sessionBytes: `The cookies and storage of a session: ${limits.sessionBytes / 1024 / 1024} MiB as JSON.`,
  heldTasksOfSession: `Tasks of a session that are held until earlier ones have ended: ${limits.heldTasksOfSession}.`,
  urlLength: `websiteURL and callbackUrl: ${count(limits.urlLength)} characters each.`,
  domainsOfInterest: `domainsOfInterest: ${limits.domainsOfInterest} host names.`,
  reportDays: `A report of getAppStats: ${limits.reportDays} days.`,
  reportFirstDay: `The first day of any report: ${limits.reportFirstDay}.`,
  reportLastDay: `The last day of any report: ${limits.reportLastDay}.`,
  idempotencyKeyLength: `The header Idempotency-Key: 1 to ${limits.idempotencyKeyLength} characters.`,
  linkExtensions: `Extensions of a wait by one answer link: ${limits.linkExtensions}.`,
  answerLinks: `Working answer links of a task: ${limits.answerLinks}.`,
  embedOrigins: `Origins that may embed an account's live pages: ${limits.embedOrigins}.`,
  linkSeconds: `expiresIn of createAnswerLink and createLiveLink: ${count(limits.linkSeconds)} seconds.`,
  inboundBytes: `A message to an address for inbound codes: ${kib(limits.inboundBytes)}.`,
  inboundSeconds: `Seconds that a message is kept for a wait that opens later: ${limits.inboundSeconds}.`,
  inboundLog: `Messages in the log of inbound codes: the latest ${count(limits.inboundLog)}, and ${inboundRate.perSecond} a second on average, ${inboundRate.burst} at once.`,
  heldSeconds: `waitSeconds of getTaskResult: 0 to ${limits.heldSeconds}.`,
  heldCalls: `Calls with waitSeconds of one account at once: ${limits.heldCalls}, by each web process.`,
  templateBytes: `A template: ${kib(limits.templateBytes)} as JSON.`,
  nestedSteps: `Steps nested in others: ${limits.nestedSteps} deep.`,
  selectorAlternatives: `Selectors in a list: ${limits.selectorAlternatives}.`,
  stepsOfTask: `Steps that a task runs, each run of a repetition counted: ${count(limits.stepsOfTask)}.`,
  patternInstructions: `A declared pattern: ${count(limits.patternInstructions)} characters and classes, repetitions written out.`,
  patternTables: `Unicode classes in a declared pattern: ${limits.patternTables}.`,
  patternWork: `A declared pattern times the length of the value that it is matched against: ${count(limits.patternWork)}.`,
  patternsOfTemplate: `The patterns of a template together: ${limits.patternsOfTemplate} times what one may have.`,
};

const ofAccounts: Record<keyof typeof accountLimits, string> = {
  keys: `Keys of an account that work: ${accountLimits.keys}.`,
  endedKeys: `Revoked and expired keys that are still listed: the latest ${accountLimits.endedKeys}.`,
  applications: `Applications of an account: ${accountLimits.applications}.`,
  applicationsInAll: `With archived ones: ${count(accountLimits.applicationsInAll)}.`,
  templates: `Templates of an account: ${accountLimits.templates}.`,
  templateVersions: `Their versions together: ${count(accountLimits.templateVersions)}.`,
  secrets: `Stored secrets of an account: ${accountLimits.secrets}.`,
  sessions: `Sessions of an account: ${accountLimits.sessions}.`,
  eventEndpoints: `Endpoints of an account for events: ${accountLimits.eventEndpoints}.`,
  inboundRules: `Rules of an account for inbound codes: ${accountLimits.inboundRules}.`,
  emailAddresses: `Email addresses of an account's people: ${accountLimits.emailAddresses}.`,
  shareLinks: `Share links and embedded charts of an application that work: ${accountLimits.shareLinks}.`,
  notes: `Notes of its owner on an application's chart: ${accountLimits.notes}.`,
};

export const callLimits: readonly string[] = Object.values(ofCalls);

/** The limits that the operator can change, with their defaults. */
export const operatorLimits: readonly string[] = [
  `Calls of one key, and of one address: ${callRate.perSecond} a second on average, ${callRate.burst} at once.`,
  `The body of createTask and pushAntiGateVariable, if the header Authorization has the key too: ${mib(largeBody.bytes)}.`,
  `A file, {name, type, base64}, as the value of a variable: ${mib(fileBytes())} as JSON.`,
  `Queued tasks of one account: ${count(queueLimits.account)}.`,
  `Queued tasks in all, at or above the caller's bid, while no worker is idle: ${count(queueLimits.all)}.`,
  ...Object.values(ofAccounts),
];
