import { waitForIt } from "@gatepost/contract/limits";
import { sample } from "../../docs/samples.ts";
import type { Answers } from "../../trpc/client.tsx";

type Call = Answers["tasks"]["creatingCall"];

/** The createTask call as curl. The key and the values are left out, because neither is kept in a readable form. */
export function callText(call: Call, origin: string): string {
  const { templateName, draft, websiteUrl, domainsOfInterest, session, softId, variables } = call;
  const { callbackUrl, callbackOn, notify } = call;
  const body = {
    clientKey: "YOUR_KEY",
    ...(softId !== null && { softId }),
    ...(callbackUrl !== null && { callbackUrl }),
    ...(callbackOn.length > 0 && { callbackOn }),
    ...(notify.length > 0 && { notify }),
    task: {
      type: "AntiGateTask",
      websiteURL: websiteUrl,
      ...(draft ? { template: draft } : { templateName }),
      ...(session !== null && { session }),
      variables: Object.fromEntries(variables.map(({ name, cameLate }) => [name, cameLate ? waitForIt : "…"])),
      ...(domainsOfInterest.length > 0 && { domainsOfInterest }),
    },
  };
  return sample("curl", { origin, method: "createTask", body });
}
