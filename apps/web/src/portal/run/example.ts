import { atDemoSite, firstTask } from "@gatepost/contract/first-task";
import { waitForIt } from "@gatepost/contract/limits";
import type { GivenValues } from "../templates/given-values.ts";

/** What a template can be given on the demo site, if that runs and there is an example for the template. */
export function exampleFor(
  templateName: string,
  demoSite: string | undefined,
): { websiteURL: string; values: GivenValues } | undefined {
  if (demoSite === undefined || templateName !== firstTask.templateName) return undefined;
  const { websiteURL, variables } = atDemoSite(firstTask, demoSite);
  const values = Object.entries(variables).map(([name, value]) => {
    const isLate = value === waitForIt;
    return [name, { text: isLate ? "" : value, isLate }] as const;
  });
  return { websiteURL, values: new Map(values) };
}
