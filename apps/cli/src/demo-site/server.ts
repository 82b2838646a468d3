import { randomUUID } from "node:crypto";
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
import { type Get, type Post, readForm, type Session, seeOther, show, showJson } from "./visit.ts";
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
    "/": ({ response }) => show(response, pages.home()),
    "/login": ({ response }) => show(response, pages.login(false)),
    "/2fa": ({ response, session }) => (session ? show(response, pages.code(false)) : seeOther(response, "/login")),
    "/welcome": ({ response, session }) => {
      const account = session?.confirmed ? accounts[session.login] : undefined;
      if (!account) return seeOther(response, session ? "/2fa" : "/login");
      response.appendHeader("set-cookie", "theme=plain; Path=/; SameSite=Lax");
      show(response, pages.welcome(account.name, account.balance));
    },
    "/slow": ({ response, url }) => show(response, pages.slow(milliseconds(url))),
    "/late": async ({ response, url }) => {
      await sleep(milliseconds(url));
      show(response, pages.late());
    },
    "/text": ({ response, url }) => show(response, pages.text(url.searchParams.get("say") ?? "")),
    "/echo": ({ response }) => show(response, pages.echo([])),
    "/account": ({ response }) => show(response, practice.account()),
    "/order": ({ response }) => show(response, practice.order("")),
    "/review": ({ response }) => show(response, practice.review({ country: "no", delivery: "post" })),
    "/upload": ({ response }) => show(response, practice.upload()),
    "/report": ({ response }) => show(response, practice.report()),
    "/report.csv": ({ response }) => {
      const headers = { "content-type": "text/csv", "content-disposition": 'attachment; filename="report.csv"' };
      response.writeHead(200, headers).end(practice.reportFile());
    },
    "/documents": ({ response }) => show(response, practice.documents()),
    ...Object.fromEntries(
      Object.entries(practice.documentFiles).map(([path, [type, content]]) => [
        path,
        ({ response }) => void response.writeHead(200, { "content-type": type }).end(content),
      ]),
    ),
    "/price": ({ response, url }) => show(response, practice.price(milliseconds(url))),
    "/passing": ({ response, url }) =>
      show(response, practice.passing(milliseconds(url), milliseconds(url, "stay", 10_000))),
    "/app": ({ response }) => show(response, practice.singlePage()),
    "/app/account": ({ response }) => show(response, practice.singlePage()),
    "/verification": ({ response }) => show(response, verification.verification()),
    "/by-hand": ({ response }) => show(response, verification.byHand()),
    "/verification/consent": ({ response }) => show(response, verification.verificationConsent()),
    "/pop-up": ({ response }) => show(response, windows.popUp()),
    "/pop-up/window": ({ response }) => show(response, windows.popUpWindow()),
    "/frame": ({ response }) => show(response, windows.frame()),
    "/payment": ({ response }) => show(response, windows.payment()),
    "/payment/card": ({ response }) => show(response, windows.paymentCard()),
    "/live-code": ({ response, url }) =>
      show(response, practice.liveCode(url.searchParams.get("way") ?? "kept", milliseconds(url, "ms", 0))),
    "/search": ({ response }) => show(response, forms.search()),
    "/code-boxes": ({ response }) => show(response, forms.codeBoxes()),
    "/formats": ({ response }) => show(response, forms.formats()),
    "/orders": ({ response, url }) => show(response, lists.orderList(count(url, "page", 1))),
    "/approvals": ({ response, url }) => show(response, lists.approvals(count(url, "left", 3))),
    "/news": ({ response, url }) => show(response, lists.banner(url.searchParams.has("banner"))),
    "/one-time-code": ({ response }) => show(response, askForOneTimeCode(false)),
    "/authenticator": ({ response }) => show(response, pages.login(false, "/authenticator")),
    "/things": ({ response }) => show(response, lists.things()),
    "/visitor": ({ response, request }) => show(response, visitor(request)),
    "/private": ({ response, request }) => showPrivately(request, response),
    "/approval": ({ response }) => show(response, windows.approval()),
    "/approval/window": ({ response }) => show(response, windows.approvalWindow()),
    "/jobs": ({ response }) => show(response, jobIndex()),
    ...jobGets,
  };

  const posts: Record<string, Post> = {
    "/login": ({ response }, { login = "", password = "" }) => {
      if (!accountOf(login, password)) return show(response, pages.login(true));
      const id = randomUUID();
      sessions.set(id, { login, confirmed: false });
      deleteOldest(sessions);
      response.appendHeader("set-cookie", `session=${id}; Path=/; HttpOnly; SameSite=Lax`);
      for (const listener of listeners) listener(`Your code for the demo bank is ${rightCode}. Tell it to nobody.`);
      seeOther(response, "/2fa");
    },
    "/2fa": ({ response, session }, { code = "" }) => {
      if (!session) return seeOther(response, "/login");
      if (code !== rightCode) return show(response, pages.code(true));
      session.confirmed = true;
      seeOther(response, "/welcome");
    },
    "/live-code": async ({ response, url }, { code = "" }) => {
      await sleep(milliseconds(url, "ms", 0));
      showJson(response, code === rightCode);
    },
    "/echo": ({ response }, fields) => show(response, pages.echo(Object.entries(fields))),
    "/order": ({ response }, fields) => {
      if (!fields.country) return show(response, practice.order("Choose a country"));
      if (!fields.terms) return show(response, practice.order("You have to agree to the terms"));
      show(response, practice.review(fields));
    },
    "/approvals": ({ response, url }) => seeOther(response, `/approvals?left=${count(url, "left", 1) - 1}`),
    "/one-time-code": ({ response }, { code = "" }) =>
      show(response, isCodeOfNow(code) ? oneTimeCodeAccepted() : askForOneTimeCode(true)),
    "/authenticator": ({ response }, { login = "", password = "" }) =>
      show(response, accountOf(login, password) ? askForOneTimeCode(false) : pages.login(true, "/authenticator")),
    "/confirm": ({ response }) => show(response, practice.confirmed()),
    "/upload": ({ response }, { name = "", size = "", sha256 = "" }) =>
      show(response, practice.uploaded({ name, size, sha256 })),
    ...jobPosts,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://site.invalid");
    const session = sessions.get(/(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "");
    const visit = { url, request, response, session };
    if (request.method === "POST" && Object.hasOwn(posts, url.pathname)) {
      const fields = await readForm(request);
      received.push({ path: url.pathname, fields });
      if (received.length > maxStored) received.shift();
      return posts[url.pathname]?.(visit, fields);
    }
    if (Object.hasOwn(gets, url.pathname)) return gets[url.pathname]?.(visit);
    show(response, pages.missing(), 404);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://${host}:${taken}`,
    port: taken,
    onTextMessage: (listener) => void listeners.push(listener),
    submissions: (path) => received.filter((one) => path === undefined || one.path === path),
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
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
