import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { accountOf, accounts, rightCode } from "./accounts.ts";
import { forms } from "./forms.ts";
import { jobIndex, jobs } from "./jobs/jobs.ts";
import { type Get, type Post, readForm, type Session, seeOther, show, type Visit } from "./layout.ts";
import { lists } from "./lists.ts";
import * as pages from "./pages.ts";
import { practice } from "./practice.ts";
import { verification } from "./verification.ts";

/** All pages but those for which somebody signs in. */
const sections = [pages.start, practice, forms, lists, verification, ...jobs];
const begins = {
  gets: Object.fromEntries(jobs.flatMap(({ path, get }) => (get ? [[path, get]] : []))),
  posts: Object.fromEntries(jobs.flatMap(({ path, post }) => (post ? [[path, post]] : []))),
};

const maxStored = 10_000;

interface Submission {
  path: string;
  fields: Record<string, string>;
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/** Starts the pages that tasks visit. The demo uses them too, so they are small and load nothing from elsewhere. */
export async function startSite({ port = 0, host = "127.0.0.1" } = {}) {
  const sessions = new Map<string, Session>();
  const received: Submission[] = [];
  const listeners: ((text: string) => void)[] = [];

  const gets: Record<string, Get> = {
    ...Object.assign({}, begins.gets, ...sections.map((one) => one.gets)),
    "/login": pages.login(false),
    "/2fa": ({ response, session }) => (session ? pages.code(false) : seeOther(response, "/login")),
    "/welcome": ({ response, session }) => {
      const account = session?.confirmed ? accounts[session.login] : undefined;
      if (!account) return seeOther(response, session ? "/2fa" : "/login");
      response.appendHeader("set-cookie", "theme=plain; Path=/; SameSite=Lax");
      return pages.welcome(account.name, account.balance);
    },
    "/jobs": jobIndex,
  };

  const posts: Record<string, Post> = {
    ...Object.assign({}, begins.posts, ...sections.map((one) => one.posts)),
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
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://site.invalid");
    const session = sessions.get(/(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "");
    const visit = { url, request, response, session };
    const get = Object.hasOwn(gets, url.pathname) ? gets[url.pathname] : undefined;
    const isPost = request.method === "POST" && Object.hasOwn(posts, url.pathname);
    if (!isPost && get === undefined) return show(response, pages.missing, 404);
    const page = isPost ? await post(visit) : typeof get === "function" ? await get(visit) : get;
    if (page !== undefined) show(response, page);
  }

  async function post(visit: Visit) {
    const path = visit.url.pathname;
    const fields = await readForm(visit.request);
    received.push({ path, fields });
    if (received.length > maxStored) received.shift();
    const answered = posts[path];
    return typeof answered === "function" ? answered(visit, fields) : answered;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await once(server.listen(port, host), "listening");
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://${host}:${taken}`,
    port: taken,
    /** Called with the text message that the site would send when somebody signs in: their code. */
    onTextMessage: (listener: (text: string) => void) => void listeners.push(listener),
    /** The submitted forms, oldest first; of one page only if a path is given. */
    submissions: (path?: string) => received.filter((one) => path === undefined || one.path === path),
    async close(): Promise<void> {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      await closed;
    },
  };
}

function deleteOldest(sessions: Map<string, Session>): void {
  const oldest = sessions.size > maxStored ? sessions.keys().next().value : undefined;
  if (oldest !== undefined) sessions.delete(oldest);
}
