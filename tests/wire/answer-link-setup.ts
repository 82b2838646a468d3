import { expectSuccess } from "./call.ts";
import { openPush } from "./push-setup.ts";

interface Page {
  status: number;
  text: string;
  headers: Headers;
}

/** An installation with a customer and a worker, and what is done with answer links. */
export async function openAnswerLinks() {
  const installation = await openPush();
  const { call, clientKey, url } = installation;

  async function newLink(taskId: number, more: object = {}): Promise<string> {
    const answer = await call("createAnswerLink", { clientKey, taskId, name: "code", ...more });
    expectSuccess(answer, "createAnswerLink");
    return new URL(answer.body.url, url).pathname;
  }

  async function ask(path: string, init: RequestInit = {}): Promise<Page> {
    const response = await fetch(new URL(path, url), { redirect: "manual", ...init });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(path, { method: "POST", body: new URLSearchParams(form), headers });

  /** Opens the page and presses one of its buttons. */
  async function act(path: string, form: Record<string, string>): Promise<Page> {
    const { text } = await ask(path);
    return post(path, { ...form, wait: /name="wait" value="([^"]+)"/.exec(text)?.[1] ?? "" });
  }

  return { ...installation, newLink, ask, post, act };
}
