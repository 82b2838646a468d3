import { within } from "@gatepost/domain/platform/signal";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright";
import type { ProxyCredentials } from "../egress/proxy-session.ts";

/** A site to which a task signs in by HTTP authentication. */
export interface SignIn {
  origin: string;
  username: string;
  password: string;
}

interface Challenge {
  source?: "Server" | "Proxy";
  origin: string;
}

type Pattern = { urlPattern?: string; resourceType?: "Document" | "Fetch" };

/** Of requests that a site has asked for credentials. */
const maxAnswered = 1_000;
/** A page that waits for a response may not say which frames it has. */
const frameMs = 1_000;

/** Answers the challenges that come through a session of a page or of the browser. */
function answerThrough(
  cdp: CDPSession,
  credentialsFor: (challenge: Challenge, frame: string) => Promise<ProxyCredentials | undefined>,
) {
  /** Whoever asks again has refused the credentials. */
  const answered = new Set<string>();
  cdp.on("Fetch.requestPaused", ({ requestId }) => {
    cdp.send("Fetch.continueRequest", { requestId }).catch(() => {});
  });
  cdp.on("Fetch.authRequired", async ({ requestId, frameId, authChallenge }) => {
    const name = `${requestId} ${authChallenge.source}`;
    const given = answered.has(name) ? undefined : await credentialsFor(authChallenge, frameId);
    // Each that is forgotten is given them once more.
    if (answered.size === maxAnswered) answered.clear();
    answered.add(name);
    const response = given
      ? { response: "ProvideCredentials" as const, username: given.username, password: given.password }
      : { response: "Default" as const };
    cdp.send("Fetch.continueWithAuth", { requestId, authChallengeResponse: response }).catch(() => {});
  });
  return (patterns: Pattern[]) => cdp.send("Fetch.enable", { handleAuthRequests: true, patterns });
}

/** Answers the proxy's one request for credentials, and the sites to which a task signs in. */
export function openChallenges(
  context: BrowserContext,
  { first, cdp }: { first: Page; cdp: CDPSession },
  proxy: ProxyCredentials,
) {
  const sites = new Map<string, SignIn>();

  async function credentialsFor({ source, origin }: Challenge): Promise<ProxyCredentials | undefined> {
    if (source !== "Proxy") return sites.get(origin);
    // Once they are given, the context has them.
    if (sites.size === 0) setImmediate(() => cdp.send("Fetch.disable").catch(() => {}));
    return proxy;
  }

  const watchFirst = answerThrough(cdp, credentialsFor);
  const watching = new Map([[first, watchFirst]]);
  async function follow(page: Page): Promise<void> {
    const watch = watching.get(page) ?? answerThrough(await context.newCDPSession(page), credentialsFor);
    watching.set(page, watch);
    await watch([...sites.keys()].map((origin) => ({ urlPattern: `${origin}/*` })));
  }

  return {
    sites: sites as ReadonlyMap<string, SignIn>,
    credentialsFor,
    /** Whether the first page has this frame. */
    async hasFrame(id: string): Promise<boolean> {
      return JSON.stringify(await cdp.send("Page.getFrameTree")).includes(`"id":"${id}"`);
    },
    /** Answers the proxy at the context's first connection. */
    begin: () => watchFirst([{ resourceType: "Document" }, { resourceType: "Fetch" }]),
    async add(site: SignIn): Promise<void> {
      if (sites.size === 0) context.on("page", (page) => follow(page).catch(() => {}));
      sites.set(site.origin, site);
      // A window may be closing.
      await Promise.all(context.pages().map((page) => follow(page).catch(() => {})));
    },
  };
}

type Challenges = ReturnType<typeof openChallenges>;

export type SignIns = ReturnType<typeof openSignIns>;

/**
 * Signs the tasks of a browser in to sites: in an address, pages would have the password in all of theirs, and fetch would refuse
 * relative ones. While a task is signed in, each request of that origin takes a round trip. Playwright's own way would delay all
 * requests, and disable the cache: measured, 20 fetches instead of 4 on five small pages.
 */
export function openSignIns(browser: Browser) {
  /** By the ids of their contexts. */
  const tasks = new Map<string, Challenges>();
  let watching: Promise<ReturnType<typeof answerThrough>> | undefined;

  /** By a session of the browser itself, because a window is known only after its site has responded. It has documents alone. */
  async function open() {
    const cdp = await browser.newBrowserCDPSession();
    return answerThrough(cdp, async (challenge, frame) => (await taskOf(cdp, frame))?.credentialsFor(challenge));
  }

  async function taskOf(cdp: CDPSession, frameId: string): Promise<Challenges | undefined> {
    // Windows and frames of other sites are targets.
    const target = await cdp.send("Target.getTargetInfo", { targetId: frameId }).catch(() => undefined);
    if (target) return tasks.get(target.targetInfo.browserContextId ?? "");
    for (const task of tasks.values())
      if (task.sites.size > 0 && (await within(task.hasFrame(frameId), frameMs).catch(() => false))) return task;
    return undefined;
  }

  /** Never `Fetch.disable`: showFiles says why. */
  async function watch(): Promise<void> {
    watching ??= open();
    const origins = new Set([...tasks.values()].flatMap(({ sites }) => [...sites.keys()]));
    const patterns = [...origins].map((origin) => ({ urlPattern: `${origin}/*`, resourceType: "Document" as const }));
    await (await watching)(patterns.length > 0 ? patterns : [{ urlPattern: "no-address:" }]);
  }

  return {
    /** `contextId`: the browser's id of the task's context. */
    add(contextId: string, challenges: Challenges) {
      tasks.set(contextId, challenges);
      /** Signs in to this origin, from then on, where it asks for HTTP authentication. */
      return async (site: SignIn): Promise<void> => {
        await challenges.add(site);
        await watch();
      };
    },
    /** Call it when the context is closed. */
    async forget(contextId: string): Promise<void> {
      const isSignedIn = tasks.get(contextId)?.sites.size;
      tasks.delete(contextId);
      if (isSignedIn) await watch();
    },
  };
}
