import type { Problem } from "@gatepost/contract/problems";
import { problemText } from "@gatepost/domain/templates/read-document";
import { readAddress, readJsonFile, readRowId, variablesOf, withVariables } from "../arguments.ts";
import { callerCommand, commandGroup, openClient } from "../caller.ts";
import { pageText, withPages } from "../operator.ts";
import { oneLine, report } from "../output/report.ts";
import { taskResultText, wholeResultHint } from "../output/task-result-text.ts";
import { followTask } from "../watch-task.ts";

export const templateCalls = () =>
  commandGroup("template", "Templates of the account, over HTTP with its key.", [
    withPages(
      callerCommand("list", "template list --search sign-in")
        .description("Lists the templates that the account can use, with the variables of each.")
        .option("--search <text>", "only those with this text in their name"),
    ).action(({ search, limit, after, ...options }) =>
      report(options.json, {
        work: () => openClient(options).listTemplates({ search, limit, after }),
        text: ({ templates: items, next }) =>
          pageText({
            items,
            next,
            head: ["name", "version", "variables"],
            row({ name, version, builtIn, variables }) {
              const named = variables.map((one) => (one.late ? `${one.name} (may come later)` : one.name));
              return [name, builtIn ? "built in" : version, named.join(", ")];
            },
            none: "There is no such template.",
          }),
      }),
    ),
    callerCommand("get", 'template get "Read the heading" > heading.json')
      .description("Prints a template as JSON, for template save.")
      .argument("<name>", "the template's name")
      .option("--version <number>", "an earlier version (default: the current one)", readRowId)
      .action((name, { version, ...options }) =>
        report(options.json, {
          work: () => openClient(options).getTemplate({ name, version }),
          text: ({ template }) => JSON.stringify(template, null, 2),
        }),
      ),
    callerCommand("save", "template save heading.json")
      .description("Saves a template from a JSON file, or standard input (-), as the next version of its name.")
      .argument("<file>", "the template's document, or a recording")
      .option("--recording <name>", "the file is a recording of Chrome DevTools' Recorder: save it under this name")
      .option("--late <variable...>", "variables of the recording whose value comes later")
      .option("--if-version <number>", "only if this is the current version; 0: only if there is none", readVersion)
      .option("--replace-built-in", "save under the name of a built-in template")
      .option("--dry-run", "check everything, and store nothing")
      .action(async (file, { ifVersion, replaceBuiltIn, dryRun, recording: name, late, ...options }) => {
        const document = (await readJsonFile(file)) as Record<string, unknown>;
        const given = name === undefined ? { template: document } : { recording: document, name, late };
        await report(options.json, {
          work: () => openClient(options).saveTemplate({ ...given, ifVersion, replaceBuiltIn, dryRun }),
          text: ({ version, warnings, template }) =>
            [
              // The template made from the recording.
              ...(template && name !== undefined ? [JSON.stringify(template, null, 2)] : []),
              ...warningLines(warnings),
              dryRun ? `It can be saved as version ${version}.` : `Saved version ${version}.`,
            ].join("\n"),
        });
      }),
    callerCommand("delete", 'template delete "Read the heading"')
      .description("Deletes a template of the account. Existing tasks keep their version.")
      .argument("<name>", "the template's name")
      .action((name, options) =>
        report(options.json, {
          work: () => openClient(options).deleteTemplate({ name }),
          text: () => `Deleted ${name}.`,
        }),
      ),
    withVariables(
      callerCommand("try", "template try heading.json --url https://example.com/")
        .description("Runs a template file without saving it, as a task that is followed to its end.")
        .argument("<file>", "the template's document")
        .requiredOption("--url <address>", "the URL that its browser opens", readAddress),
    ).action(async (file, options, command) => {
      const template = (await readJsonFile(file)) as Record<string, unknown>;
      const client = openClient(options);
      const variables = variablesOf(options, command);
      await report(options.json, {
        async work() {
          const { taskId } = await client.createTask({
            task: { type: "AntiGateTask", websiteURL: options.url, template, variables },
          });
          console.error(`task ${taskId}  ${options.server.replace(/\/+$/, "")}/dashboard/tasks/${taskId}`);
          return { taskId, result: await followTask({ client, taskId }) };
        },
        text: ({ taskId, result }) => taskResultText(result, wholeResultHint(taskId)),
        document: ({ result }) => result,
      });
    }),
  ]);

const readVersion = (text: string): number => (text === "0" ? 0 : readRowId(text));

export const warningLines = (warnings: readonly Problem[]): string[] =>
  warnings.map((warning) => `Warning: ${oneLine(problemText(warning))}`);
