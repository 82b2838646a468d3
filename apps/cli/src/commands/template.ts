import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { type StepType, stepDefinitions, stepTypes } from "@gatepost/contract/steps";
import { stepSection } from "@gatepost/contract/template-guide/step-sections";
import { didYouMean } from "@gatepost/domain/platform/errors";
import { exportTemplate, listTemplates } from "@gatepost/domain/templates/get-template";
import { lintTemplate } from "@gatepost/domain/templates/lint";
import { readDocument } from "@gatepost/domain/templates/read-document";
import { saveTemplate } from "@gatepost/domain/templates/save-template";
import { readJsonFile, readRowId } from "../arguments.ts";
import { example } from "../caller.ts";
import { commandName } from "../command-name.ts";
import { listCommand, ofAccount, operate, operatorCommand, printPage } from "../operator.ts";
import { columns, report } from "../output/report.ts";
import { templateCalls, warningLines } from "./template-calls.ts";

/** `gatepost template …`: an account's templates over HTTP; import, export and list-all are the operator's. */
export function templateCommand() {
  return templateCalls()
    .description("Templates, over HTTP with the account's key; import, export and list-all are the operator's.")
    .addCommand(
      new Command("lint")
        .description("Checks a template file without a server: prints all problems (exit code 1), or likely mistakes.")
        .argument("<file>", "the template's document; - for standard input")
        .option("--json", "print the warnings as JSON")
        .addHelpText(...example("template lint heading.json"))
        .action((file, { json }) =>
          report(json, {
            work: async () => ({ warnings: lintTemplate(readDocument(await readJsonFile(file))) }),
            text: ({ warnings }) => (warnings.length === 0 ? "No warnings." : warningLines(warnings).join("\n")),
          }),
        ),
    )
    .addCommand(
      new Command("steps")
        .description("Lists the types of steps, or explains one: its parameters, an example, and when it fails.")
        .argument("[type]", "a type, such as CLICK", readType)
        .addHelpText(...example("template steps WAIT_FOR_TEXT"))
        .action((type: StepType | undefined) => {
          console.log(type ? stepSection(type) : columns(stepTypes.map((one) => [one, firstSentence(one)])));
        }),
    )
    .addCommand(
      ofAccount(operatorCommand("import"), "the account that owns the template")
        .description("Saves a template from a JSON file; an existing one with the same name gets a new version.")
        .argument("<file>", "the template's document")
        .addHelpText("after", withDocument)
        .action(async (file, { account: accountId, json }) => {
          const document = await readJsonFile(file);
          await operate(json, {
            work: (ctx) => saveTemplate({ ctx, input: { accountId, document } }),
            text: ({ templateId, version }) => columns({ templateId, version }),
          });
          // It was saved, so it is valid.
          const warnings = lintTemplate(readDocument(document));
          if (warnings.length > 0 && !json) console.error(`\n${warningLines(warnings).join("\n")}`);
        }),
    )
    .addCommand(
      new Command("export")
        .description("Prints a template as JSON, for template import.")
        .argument("<name>", "the template's name")
        .option("--account <accountId>", "whose it is (default: a built-in one)", readRowId)
        .option("--version <number>", "an earlier version (default: the current one)", readRowId)
        .option("--json", "print it on one line")
        .addHelpText(...example('template export "Read the heading" --account 2 > read-heading.json'))
        .action((name, { account: accountId, version, json }) =>
          operate(json, {
            work: (ctx) => exportTemplate({ ctx, input: { name, accountId, version } }),
            text: (document) => JSON.stringify(document, null, 2),
          }),
        ),
    )
    .addCommand(
      listCommand(
        "Lists the templates of all accounts with their current version, directly on the database, for the operator.",
        "template list-all --account 2",
      )
        .name("list-all")
        .option("--account <accountId>", "only those that this account can use, including built-in ones", readRowId)
        .action(({ account: accountId, ...options }) =>
          printPage(options, {
            read: (ctx, page) => listTemplates({ ctx, input: { accountId, ...page } }),
            head: ["templateId", "account", "name", "version", "steps", "saved (UTC)"],
            row: (one) => [one.templateId, one.accountId ?? "built in", one.name, one.version, one.steps, one.savedAt],
            none: `No templates yet: ${commandName} migrate saves the built-in ones.`,
          }),
        ),
    );
}

const withDocument = `
Example:
  gatepost template import read-heading.json --account 2

  read-heading.json:
  {
    "name": "Read the heading",
    "steps": [
      { "type": "WAIT_FOR_ELEMENT", "selector": "h1" },
      { "type": "READ_TEXT", "selector": "h1", "as": "heading" }
    ]
  }`;

function readType(text: string): StepType {
  const type = stepTypes.find((one) => one === text.toUpperCase());
  if (!type)
    throw new InvalidArgumentError(`${didYouMean(text, stepTypes)}${commandName} template steps lists all types.`);
  return type;
}

const firstSentence = (type: StepType): string => stepDefinitions[type].explanation.split(/(?<=\.)\s/)[0] ?? "";
