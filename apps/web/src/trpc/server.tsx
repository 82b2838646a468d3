import { createHydrationHelpers } from "@trpc/react-query/rsc";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { pageHeader, portalPath } from "../http/page-path.ts";
import { type PortalContext, portalContext } from "./procedures.ts";
import { makeQueryClient } from "./query-client.ts";
import { createCaller, type PortalRouter } from "./router.ts";
import { shareHeader } from "./transport.ts";

/** Cached per request. */
const requestContext = cache(async (): Promise<PortalContext> => portalContext(new Headers(await headers())));

/**
 * A cache for each caller. With a shared one, the frame would send what its page has fetched a second time, and the
 * browser would render the page again when the page's own data arrived.
 */
function helpers(context: PortalContext) {
  const queryClient = makeQueryClient();
  /** What a page has prefetched of a query; undefined if that failed. The key is that of tRPC's React hooks. */
  function fetched<Data>(path: string, input: unknown): Data | undefined {
    return queryClient.getQueryData<Data>([path.split("."), { input, type: "query" }]);
  }
  return { ...createHydrationHelpers<PortalRouter>(createCaller(context), () => queryClient), fetched };
}

/** Whether somebody is signed in, for pages that anybody may see. */
export const isSignedIn = cache(async () => (await requestContext()).verb.actor.kind === "person");

/** What a page of the portal prefetches. A visitor who is not signed in is sent to sign in, and returns to this page. */
export async function portal() {
  const context = await requestContext();
  if (context.verb.actor.kind === "person") return { ...helpers(context), verb: context.verb };
  const here = portalPath((await headers()).get(pageHeader));
  redirect(`/sign-in?next=${encodeURIComponent(here)}`);
}

/** What a page prefetches for the holder of a share link; null if the link does not work. */
export async function sharedPortal(token: string) {
  // Other characters cannot be in a header.
  if (!/^[\w-]+$/.test(token)) return null;
  const sent = new Headers(await headers());
  sent.set(shareHeader, token);
  const context = await portalContext(sent);
  if (context.verb.actor.kind !== "link") return null;
  return { ...helpers(context), verb: context.verb, softId: context.verb.actor.softId };
}

/** What a page's address asks for, as browsers read it: of a parameter that is there twice, the first counts. */
export const addressOf = async (params: Promise<Record<string, string | string[] | undefined>>) =>
  new URLSearchParams(Object.entries(await params).map(([name, value]) => [name, [value].flat()[0] ?? ""]));

type Trpc = Awaited<ReturnType<typeof portal>>["trpc"];

/** A page of the portal with what is prefetched for it. */
export async function portalView(view: ReactNode, prefetch: (trpc: Trpc) => Promise<unknown>[] = () => []) {
  const { trpc, HydrateClient } = await portal();
  await Promise.all(prefetch(trpc));
  return <HydrateClient>{view}</HydrateClient>;
}

/** A page that is the same whatever its address says. */
export const portalPage =
  (...page: Parameters<typeof portalView>) =>
  () =>
    portalView(...page);
