import type { Solution } from "@gatepost/domain/task/solution";
import type { BrowserSession } from "../browser/browser-session.ts";
import { collectSolution } from "../browser/solution.ts";
import type { Results } from "../steps/results.ts";
import { within } from "./abort.ts";
import { Failure } from "./failure.ts";

const collectMs = 15_000;

/** The result of a task whose steps are done. Fails if the page does not provide it in time. */
export function collectResult(
  session: BrowserSession,
  results: Results,
  domainsOfInterest: readonly string[],
): Promise<Solution> {
  const late = () => new Failure("After the last step the page did not answer when its cookies and storage were read.");
  return within(collectSolution(session, results, domainsOfInterest), collectMs, late);
}
