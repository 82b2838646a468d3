import { atDemoSite, firstTask } from "@gatepost/contract/first-task";

export interface FirstCallPlaces {
  /** Where browsers find this site. */
  origin: string;
  /** Where the demo's site is on this machine, if there is one. */
  demoSite: string | undefined;
}

/** A call of createTask to paste: the demo's site where it runs, with the built-in template. */
export function firstCall({ origin, demoSite, softId }: { softId: number | undefined } & FirstCallPlaces): string {
  const body = {
    clientKey: "YOUR_KEY",
    ...(softId !== undefined && { softId }),
    task: atDemoSite(firstTask, demoSite),
  };
  return `curl -s ${origin}/createTask -d '${JSON.stringify(body, null, 2)}'`;
}
