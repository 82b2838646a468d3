/** Where the demo's site is on this machine; undefined where there is none. The launcher says it. */
export function demoSite(): string | undefined {
  return process.env.GATEPOST_DEMO_SITE || undefined;
}
