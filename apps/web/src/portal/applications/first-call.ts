import { atDemoSite, firstTask } from "@gatepost/contract/first-task";

export interface FirstCallPlaces {
  /** The site's origin in browsers. */
  origin: string;
  /** The origin of the demo site on this machine, if it runs. */
  demoSite: string | undefined;
}

/** A createTask call to paste: for the demo site if it runs, with a built-in template. */
export function firstCall({ origin, demoSite, softId }: { softId: number | undefined } & FirstCallPlaces): string {
  const body = {
    clientKey: "YOUR_KEY",
    ...(softId !== undefined && { softId }),
    task: atDemoSite(firstTask, demoSite),
  };
  return `curl -s ${origin}/createTask -d '${JSON.stringify(body, null, 2)}'`;
}
