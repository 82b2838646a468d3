import { stepGuide } from "@gatepost/contract/step-guide";
import { type StepType, stepTypes } from "@gatepost/contract/steps";
import { toMarkdown } from "@gatepost/contract/template-guide/blocks";
import { stepSection } from "@gatepost/contract/template-guide/step-sections";
import { didYouMean } from "@gatepost/domain/nearest";
import { Command, InvalidArgumentError } from "commander";
import { columns } from "../columns.ts";
import { commandName } from "../command-name.ts";

/** `gatepost template steps`: the documentation of the steps, without a server. */
export function templateSteps(): Command {
  return new Command("steps")
    .description("Lists the types of steps, or explains one: its parameters, an example, and when it fails.")
    .argument("[type]", "a type, such as CLICK", readType)
    .addHelpText("after", "\nExample:\n  gatepost template steps WAIT_FOR_TEXT")
    .action((type: StepType | undefined) => {
      console.log(type ? toMarkdown([stepSection(type)]) : columns(stepTypes.map((one) => [one, firstSentence(one)])));
    });
}

function readType(text: string): StepType {
  const type = stepTypes.find((one) => one === text.toUpperCase());
  if (!type)
    throw new InvalidArgumentError(`${didYouMean(text, stepTypes)}${commandName} template steps lists all types.`);
  return type;
}

function firstSentence(type: StepType): string {
  return stepGuide[type].explanation.split(/(?<=\.)\s/)[0] ?? "";
}
