import { readFile } from "node:fs/promises";
import type { Problem } from "@gatepost/contract/problem";
import { exportTemplate } from "@gatepost/domain/template/export-template";
import { lintTemplate } from "@gatepost/domain/template/lint";
import { type ListedTemplate, listTemplates } from "@gatepost/domain/template/list-templates";
import { problemText, readDocument } from "@gatepost/domain/template/read-document";
import { saveTemplate } from "@gatepost/domain/template/save-template";
import { Command } from "commander";
import { readRowId } from "../argument.ts";
import { columns } from "../columns.ts";
import { type ListOptions, listCommand, printPage } from "../list-command.ts";
import { minute, operate, operatorCommand } from "../operator.ts";
import { oneLine } from "../printable.ts";
import { report } from "../report.ts";
import { table } from "../table.ts";

/** `gatepost template …`: templates as files and in the database, for the operator. */
export function templateCommand(): Command {
  return new Command("template")
    .description("Templates, directly on the database.")
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .addCommand(list())
    .addCommand(lint());
}

const example = `
Example:
  gatepost template import read-heading.json --account 2

  read-heading.json:
  {
    "name": "Read the heading",
    "steps": [
      { "type": "WAIT_FOR_ELEMENT", "selector": { "permanent": "h1" } },
      { "type": "READ_TEXT", "selector": { "permanent": "h1" }, "as": { "permanent": "heading" } }
    ]
  }`;

function importCommand(): Command {
  return operatorCommand("import")
    .description("Saves a template from a JSON file; an existing one with the same name gets a new version.")
    .argument("<file>", "the template's document")
    .requiredOption("--account <accountId>", "the account that owns the template", readRowId)
    .addHelpText("after", example)
    .action(async (file: string, { account: accountId, json }: { account: number; json?: boolean }) => {
      const document = await readFileAsJson(file);
      await operate({
        json,
        work: (ctx) => saveTemplate({ ctx, input: { accountId, document } }),
        text: ({ templateId, version }) =>
          columns([
            ["templateId", String(templateId)],
            ["version", String(version)],
          ]),
      });
      // It was saved, so it is valid.
      const warnings = lintTemplate(readDocument(document));
      if (warnings.length > 0 && !json) console.error(`\n${warningsText(warnings)}`);
    });
}

interface ExportOptions {
  account?: number;
  version?: number;
}

function exportCommand(): Command {
  return new Command("export")
    .description("Prints a template as JSON, for template import.")
    .argument("<name>", "the template's name")
    .option("--account <accountId>", "whose it is (default: a built-in one)", readRowId)
    .option("--version <number>", "an earlier version (default: the current one)", readRowId)
    .option("--json", "print it on one line")
    .addHelpText("after", '\nExample:\n  gatepost template export "Read the heading" --account 2 > read-heading.json')
    .action(async (name: string, { account: accountId, version, json }: ExportOptions & { json?: boolean }) => {
      await operate({
        json,
        work: (ctx) => exportTemplate({ ctx, input: { name, accountId, version } }),
        text: (document) => JSON.stringify(document, null, 2),
      });
    });
}

function list(): Command {
  return listCommand("Lists the templates with their current version.", "gatepost template list --account 2")
    .option("--account <accountId>", "only those that this account can use, including built-in ones", readRowId)
    .action(async ({ account: accountId, ...options }: ListOptions & { account?: number }) => {
      await printPage({
        options,
        read: (ctx, page) => listTemplates({ ctx, input: { accountId, ...page } }),
        text: (templates) =>
          table(["templateId", "account", "name", "version", "steps", "saved (UTC)"], templates.map(row)),
        none: "No templates yet: gatepost migrate saves the built-in ones.",
      });
    });
}

function row({ templateId, accountId, name, version, steps, savedAt }: ListedTemplate): string[] {
  return [
    String(templateId),
    accountId === null ? "built in" : String(accountId),
    name,
    String(version),
    String(steps),
    minute(savedAt),
  ];
}

function lint(): Command {
  return new Command("lint")
    .description("Checks a template file and prints warnings; exit code 1 if it could not be saved.")
    .argument("<file>", "the template's document")
    .option("--json", "print the warnings as JSON")
    .addHelpText("after", "\nExample:\n  gatepost template lint read-heading.json")
    .action(async (file: string, { json }: { json?: boolean }) => {
      await report({
        json,
        work: async () => ({ warnings: lintTemplate(readDocument(await readFileAsJson(file))) }),
        text: ({ warnings }) => (warnings.length === 0 ? "No warnings." : warningsText(warnings)),
      });
    });
}

function warningsText(warnings: readonly Problem[]): string {
  return warnings.map((warning) => oneLine(problemText(warning))).join("\n");
}

async function readFileAsJson(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${cause.code}): pass a JSON file with a template.`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${(cause as Error).message}.`, { cause });
  }
}
