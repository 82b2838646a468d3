import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { accountOf, accounts, rightCode } from "./accounts.ts";
import * as forms from "./forms.ts";
import { askForOneTimeCode, isCodeOfNow, oneTimeCodeAccepted } from "./forms.ts";
import { jobGets, jobIndex, jobPosts } from "./jobs/jobs.ts";
import * as lists from "./lists.ts";
import * as pages from "./pages.ts";
import { showPrivately, visitor } from "./pages.ts";
import * as practice from "./practice.ts";
import * as verification from "./verification.ts";
import { type Get, type Post, readForm, type Session, seeOther, show, showJson, type Visit } from "./visit.ts";
import * as windows from "./windows-and-frames.ts";

const maxStored = 10_000;
const longestWait = 60_000;

interface Submission {
  path: string;
  fields: Record<string, string>;
}

export interface Site {
  url: string;
  port: number;
  /** The submitted forms, oldest first; of one page only if a path is given. */
  submissions(path?: string): Submission[];
  /** Called with the text message that the site would send when somebody signs in: their code. */
  onTextMessage(listener: (text: string) => void): void;
  close(): Promise<void>;
}

/** Starts the pages that tasks visit. The demo uses them too, so they are small and load nothing from elsewhere. */
export async function startSite({ port = 0, host = "127.0.0.1" } = {}): Promise<Site> {
  const sessions = new Map<string, Session>();
  const received: Submission[] = [];
  const listeners: ((text: string) => void)[] = [];

  const gets: Record<string, Get> = {
    "/": () => pages.home(),
    "/login": () => pages.login(false),
    "/2fa": ({ response, session }) => (session ? pages.code(false) : seeOther(response, "/login")),
    "/welcome": ({ response, session }) => {
      const account = session?.confirmed ? accounts[session.login] : undefined;
      if (!account) return seeOther(response, session ? "/2fa" : "/login");
      response.appendHeader("set-cookie", "theme=plain; Path=/; SameSite=Lax");
      return pages.welcome(account.name, account.balance);
    },
    "/slow": ({ url }) => pages.slow(milliseconds(url)),
    "/late": async ({ url }) => {
      await sleep(milliseconds(url));
      return pages.late();
    },
    "/text": ({ url }) => pages.text(url.searchParams.get("say") ?? ""),
    "/echo": () => pages.echo([]),
    "/account": () => practice.account(),
    "/order": () => practice.order(""),
    "/review": () => practice.review({ country: "no", delivery: "post" }),
    "/upload": () => practice.upload(),
    "/report": () => practice.report(),
    "/report.csv": ({ response }) => {
      const headers = { "content-type": "text/csv", "content-disposition": 'attachment; filename="report.csv"' };
      response.writeHead(200, headers).end(practice.reportFile());
    },
    "/documents": () => practice.documents(),
    ...Object.fromEntries(
      Object.entries(practice.documentFiles).map(([path, [type, content]]) => [
        path,
        ({ response }) => void response.writeHead(200, { "content-type": type }).end(content),
      ]),
    ),
    "/price": ({ url }) => practice.price(milliseconds(url)),
    "/passing": ({ url }) => practice.passing(milliseconds(url), milliseconds(url, "stay", 10_000)),
    "/app": () => practice.singlePage(),
    "/app/account": () => practice.singlePage(),
    "/verification": () => verification.verification(),
    "/by-hand": () => verification.byHand(),
    "/verification/consent": () => verification.verificationConsent(),
    "/pop-up": () => windows.popUp(),
    "/pop-up/window": () => windows.popUpWindow(),
    "/frame": () => windows.frame(),
    "/payment": () => windows.payment(),
    "/payment/card": () => windows.paymentCard(),
    "/live-code": ({ url }) => practice.liveCode(url.searchParams.get("way") ?? "kept", milliseconds(url, "ms", 0)),
    "/search": () => forms.search(),
    "/code-boxes": () => forms.codeBoxes(),
    "/formats": () => forms.formats(),
    "/orders": ({ url }) => lists.orderList(count(url, "page", 1)),
    "/approvals": ({ url }) => lists.approvals(count(url, "left", 3)),
    "/news": ({ url }) => lists.banner(url.searchParams.has("banner")),
    "/one-time-code": () => askForOneTimeCode(false),
    "/authenticator": () => pages.login(false, "/authenticator"),
    "/things": () => lists.things(),
    "/visitor": ({ request }) => visitor(request),
    "/private": ({ response, request }) => showPrivately(request, response),
    "/approval": () => windows.approval(),
    "/approval/window": () => windows.approvalWindow(),
    "/jobs": () => jobIndex(),
    ...jobGets,
  };

  const posts: Record<string, Post> = {
    "/login": ({ response }, { login = "", password = "" }) => {
      if (!accountOf(login, password)) return pages.login(true);
      const id = randomUUID();
      sessions.set(id, { login, confirmed: false });
      deleteOldest(sessions);
      response.appendHeader("set-cookie", `session=${id}; Path=/; HttpOnly; SameSite=Lax`);
      for (const listener of listeners) listener(`Your code for the demo bank is ${rightCode}. Tell it to nobody.`);
      seeOther(response, "/2fa");
    },
    "/2fa": ({ response, session }, { code = "" }) => {
      if (!session) return seeOther(response, "/login");
      if (code !== rightCode) return pages.code(true);
      session.confirmed = true;
      seeOther(response, "/welcome");
    },
    "/live-code": async ({ response, url }, { code = "" }) => {
      await sleep(milliseconds(url, "ms", 0));
      showJson(response, code === rightCode);
    },
    "/echo": (_, fields) => pages.echo(Object.entries(fields)),
    "/order": (_, fields) => {
      if (!fields.country) return practice.order("Choose a country");
      if (!fields.terms) return practice.order("You have to agree to the terms");
      return practice.review(fields);
    },
    "/approvals": ({ response, url }) => seeOther(response, `/approvals?left=${count(url, "left", 1) - 1}`),
    "/one-time-code": (_, { code = "" }) => (isCodeOfNow(code) ? oneTimeCodeAccepted() : askForOneTimeCode(true)),
    "/authenticator": (_, { login = "", password = "" }) =>
      accountOf(login, password) ? askForOneTimeCode(false) : pages.login(true, "/authenticator"),
    "/confirm": () => practice.confirmed(),
    "/upload": (_, { name = "", size = "", sha256 = "" }) => practice.uploaded({ name, size, sha256 }),
    ...jobPosts,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://site.invalid");
    const session = sessions.get(/(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "");
    const visit = { url, request, response, session };
    const isPost = request.method === "POST" && Object.hasOwn(posts, url.pathname);
    if (!isPost && !Object.hasOwn(gets, url.pathname)) return show(response, pages.missing(), 404);
    const page = isPost ? await post(visit) : await gets[url.pathname]?.(visit);
    if (page !== undefined) show(response, page);
  }

  async function post(visit: Visit) {
    const path = visit.url.pathname;
    const fields = await readForm(visit.request);
    received.push({ path, fields });
    if (received.length > maxStored) received.shift();
    return posts[path]?.(visit, fields);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await once(server.listen(port, host), "listening");
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://${host}:${taken}`,
    port: taken,
    onTextMessage: (listener) => void listeners.push(listener),
    submissions: (path) => received.filter((one) => path === undefined || one.path === path),
    async close() {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      await closed;
    },
  };
}

function milliseconds(url: URL, name = "ms", otherwise = 1_000): number {
  const ms = Number(url.searchParams.get(name) ?? otherwise);
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestWait) : 0;
}

function count(url: URL, name: string, otherwise: number): number {
  const given = Number(url.searchParams.get(name) ?? otherwise);
  return Number.isSafeInteger(given) ? Math.min(Math.max(given, 0), 1_000) : otherwise;
}

function deleteOldest(sessions: Map<string, Session>): void {
  const oldest = sessions.size > maxStored ? sessions.keys().next().value : undefined;
  if (oldest !== undefined) sessions.delete(oldest);
}
