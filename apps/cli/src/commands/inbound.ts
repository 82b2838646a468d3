import { deleteAddress, listMessages, rollAddress } from "@gatepost/domain/waits/inbound-messages";
import { createRule, deleteRule, listRules } from "@gatepost/domain/waits/inbound-rules";
import { readId, readRowId } from "../arguments.ts";
import { commandGroup, example } from "../caller.ts";
import { listCommand, ofAccount, operate, operatorCommand, pageText, printPage } from "../operator.ts";
import { columns } from "../output/report.ts";

export const inboundCommand = () =>
  commandGroup("inbound", "Codes that an account receives by SMS or email, directly on the database.", [
    ofAccount(operatorCommand("create-address", "inbound create-address --account 2"), "whose")
      .description("Creates the account's address and shows its path once. The previous address stops working.")
      .action(({ account: accountId, json }) =>
        operate(json, {
          work: async (ctx) => ({ path: `/inbound/${(await rollAddress({ ctx, input: { accountId } })).token}` }),
          text: ({ path }) => columns({ path: `${path}\nKeep it: it is not shown again.` }),
        }),
      ),
    ofAccount(operatorCommand("remove-address", "inbound remove-address --account 2"), "whose")
      .description("Switches the account's address off. Its rules and its log stay.")
      .action(({ account: accountId, json }) =>
        operate(json, {
          work: (ctx) => deleteAddress({ ctx, input: { accountId } }).then(() => ({ accountId })),
          text: () => `Account ${accountId} has no address any more.`,
        }),
      ),
    ofAccount(operatorCommand("add-rule"), "whose")
      .description("Adds a rule that finds a value in messages, and the waits that it may answer.")
      .requiredOption("--name <name>", "what the log calls it")
      .requiredOption("--pattern <pattern>", "a regular expression (RE2) with one group, which is the value")
      .option("--sender <sender>", 'only from this number, name or address, or from "@" and a domain')
      .option("--template <name>", "only for tasks of this template")
      .option("--task <taskId>", "only for this task", readId)
      .addHelpText(
        ...example("inbound add-rule --account 2 --name bank --sender +4915123456 --pattern 'code is (\\d{6})'"),
      )
      .action(async ({ account: accountId, template, task, json, ...rule }) => {
        const input = { accountId, ...rule, templateName: template, taskId: task };
        await operate(json, {
          work: (ctx) => createRule({ ctx, input }),
          text: ({ ruleId }) => `Added rule ${ruleId}.`,
        });
      }),
    ofAccount(operatorCommand("rules", "inbound rules --account 2"), "whose")
      .description("Lists the account's rules.")
      .action(({ account: accountId, json }) =>
        operate(json, {
          work: async (ctx) => ({ rules: await listRules({ ctx, input: { accountId } }) }),
          text: ({ rules: items }) =>
            pageText({
              items,
              head: ["id", "name", "sender", "template", "task", "pattern"],
              row: ({ ruleId, name, sender, templateName, taskId, pattern }) => [
                ruleId,
                name,
                sender ?? "any sender",
                templateName ?? "any",
                taskId ?? "any",
                pattern,
              ],
              none: `Account ${accountId} has no rules.`,
            }),
        }),
      ),
    ofAccount(operatorCommand("remove-rule", "inbound remove-rule 7 --account 2"), "whose")
      .description("Removes a rule.")
      .argument("<rule>", "the rule's id", readRowId)
      .action((ruleId, { account: accountId, json }) =>
        operate(json, {
          work: (ctx) => deleteRule({ ctx, input: { accountId, ruleId } }).then(() => ({ ruleId })),
          text: () => `Removed rule ${ruleId}.`,
        }),
      ),
    ofAccount(
      listCommand("Lists messages with their outcomes, never their contents.", "inbound log --account 2"),
      "whose",
    )
      .name("log")
      .action(({ account: accountId, ...options }) =>
        printPage(options, {
          read: (ctx, page) => listMessages({ ctx, input: { accountId, ...page } }),
          head: ["id", "received", "sender", "outcome", "rule", "task", ""],
          row: (one) => [one.messageId, one.receivedAt, one.sender, one.outcome, one.ruleName, one.taskId, one.detail],
          none: "No message has arrived.",
        }),
      ),
  ]);
