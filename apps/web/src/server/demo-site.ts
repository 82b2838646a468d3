/** The origin of the demo site on this machine, set by the launcher; undefined if it does not run. */
export function demoSite(): string | undefined {
  return process.env.GATEPOST_DEMO_SITE || undefined;
}
