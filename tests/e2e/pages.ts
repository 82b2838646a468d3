import { globSync } from "node:fs";
import { join } from "node:path";

const app = join(import.meta.dirname, "../../apps/web/src/app");

/** What pages of one thing are about. */
interface Subjects {
  softId: number;
  taskId: number;
  /** Of a share link. */
  token: string;
}

/** Addresses of the pages that have parameters, and several where one looks quite different by them. */
const addresses: Record<string, (of: Subjects) => string[]> = {
  "/apps/[softId]": ({ softId }) => [`/apps/${softId}`],
  // Of the pages that are Markdown, some with tables, long code and pictures, and one below a folder.
  "/docs/[[...page]]": () =>
    ["", "/quick-start", "/templates", "/steps", "/operating/monitoring"].map((page) => `/docs${page}`),
  "/docs/search": () => ["/docs/search", "/docs/search?q=callback"],
  // It needs a browser that runs a task; live.spec.ts opens it.
  "/live/[token]": () => [],
  "/share/[token]": ({ token }) => [`/share/${token}`, `/share/${token}?range=today`],
  // Its answer is 404, which the tests of all pages do not expect; portal-faults.spec.ts opens it.
  "/dashboard/[...missing]": () => [],
  "/dashboard/apps/[softId]": ({ softId }) => [
    `/dashboard/apps/${softId}`,
    `/dashboard/apps/${softId}?mode=views&range=today`,
  ],
  "/dashboard/apps/[softId]/settings": ({ softId }) => [`/dashboard/apps/${softId}/settings`],
  "/dashboard/run": () => [
    "/dashboard/run",
    "/dashboard/run?template=Sign-in%20with%202FA%20and%20wait%20for%20control%20text",
  ],
  "/dashboard/templates/[name]": () => [
    "/dashboard/templates/Sign-in%20with%202FA%20and%20wait%20for%20control%20text",
  ],
  "/dashboard/tasks/[taskId]": ({ taskId }) => [`/dashboard/tasks/${taskId}`],
};

/** Every page that Next.js serves. Throws where one with parameters has no address here, or an address no page. */
export function pagesOf(subjects: Subjects): { signedOut: string[]; signedIn: string[] } {
  const routes = globSync("**/page.tsx", { cwd: app })
    .map((file) => `/${file.replace(/\(\w+\)\//g, "").replace(/\/?page\.tsx$/, "")}`)
    .sort();
  const unknown = routes.filter((route) => route.includes("[") && !addresses[route]);
  const gone = Object.keys(addresses).filter((route) => !routes.includes(route));
  if (unknown.length + gone.length > 0)
    throw new Error(`Pages without an address: ${unknown.join(" ")}. Addresses without a page: ${gone.join(" ")}.`);
  const all = routes.flatMap((route) => addresses[route]?.(subjects) ?? [route]);
  return {
    signedOut: all.filter((path) => !path.startsWith("/dashboard")),
    signedIn: all.filter((path) => path.startsWith("/dashboard")),
  };
}
