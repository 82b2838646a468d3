import { readFile } from "node:fs/promises";
import { saveTemplate } from "@gatepost/domain/template/save-template";
import { Command } from "commander";
import { readId } from "../argument.ts";
import { columns } from "../columns.ts";
import { openOperator } from "../container.ts";
import { report } from "../report.ts";

/** `gatepost template …`: templates of an account, for the operator. */
export function templateCommand(): Command {
  return new Command("template").description("Templates, straight on the database.").addCommand(importCommand());
}

interface ImportOptions {
  account: number;
  json?: boolean;
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
  return new Command("import")
    .description("Saves a template from a JSON file; one of the same name gets its next version.")
    .argument("<file>", "the template's document")
    .requiredOption("--account <accountId>", "whose template it becomes", readId)
    .option("--json", "print templateId and version as JSON")
    .addHelpText("after", example)
    .action(async (file: string, { account, json }: ImportOptions) => {
      const document = await readDocument(file);
      await using ctx = await openOperator();
      await report({
        json,
        work: () => saveTemplate({ ctx, input: { accountId: account, document } }),
        text: ({ templateId, version }) =>
          columns([
            ["templateId", String(templateId)],
            ["version", String(version)],
          ]),
      });
    });
}

async function readDocument(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${cause.code}): name a JSON file that holds a template.`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${(cause as Error).message}.`, { cause });
  }
}
