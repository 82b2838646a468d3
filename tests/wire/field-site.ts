import { openSite } from "./wire.ts";

const page = (title: string, html: string) => `<!doctype html><meta charset="utf-8"><title>${title}</title>${html}`;
const form = (fields: string) => `<form method="post">${fields}<button>Continue</button></form>`;
const signIn = form('<input id="login" name="login"><input id="password" name="password" type="password">');
const code = form('<input id="2facode" name="code">');
const registration = form('<input id="email" name="email"><input id="password" name="password" type="password">');
const signedIn = `<p>You have been logged successfully</p><script>localStorage.setItem("seen", "1")</script>`;

/** The code that examples of this protocol push. */
export const exampleCode = "349001";

/** Pages of our own at the paths, and with the fields, that the public examples of this protocol name. */
export async function startFieldSite() {
  /** The fields of the forms that came, by path. */
  const received: [path: string, fields: Record<string, string>][] = [];
  /** What each page shows, and after which field of a form it shows what. */
  const pages: Record<string, { first: string; after: (fields: Record<string, string>) => string }> = {
    "/logintest.php": { first: signIn, after: () => signedIn },
    "/logintest2fa.php": { first: signIn, after: ({ code: sent }) => (sent === exampleCode ? signedIn : code) },
    "/socialnetwork/register.php": {
      first: registration,
      after: ({ code: sent }) => (sent === exampleCode ? "<p>Registered</p>" : code),
    },
  };
  const url = await openSite(async (request, response) => {
    const path = request.url ?? "/";
    const known = pages[path];
    response.writeHead(known ? 200 : 404, { "content-type": "text/html", "set-cookie": "visited=1; Path=/" });
    if (!known) return response.end(page("Not here", ""));
    if (request.method !== "POST") return response.end(page("Form", known.first));
    let body = "";
    for await (const piece of request) body += piece;
    const fields = Object.fromEntries(new URLSearchParams(body));
    received.push([path, fields]);
    response.end(page("Next", known.after(fields)));
  });
  return { url, received };
}
