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

/** Addresses of each page; several where it looks quite different by them. */
const addresses: Record<string, (of: Subjects) => string[]> = {
  "/": () => ["/"],
  "/apps": () => ["/apps"],
  "/apps/[softId]": ({ softId }) => [`/apps/${softId}`],
  "/docs": () => ["/docs"],
  // Of the pages that are Markdown, some with tables, long code and pictures, and one below a folder.
  "/docs/[...page]": () => ["quick-start", "templates", "steps", "operating/monitoring"].map((page) => `/docs/${page}`),
  "/docs/reference": () => ["/docs/reference"],
  "/docs/search": () => ["/docs/search", "/docs/search?q=callback"],
  "/forgot-password": () => ["/forgot-password"],
  "/reset-password": () => ["/reset-password"],
  "/share/[token]": ({ token }) => [`/share/${token}`, `/share/${token}?range=today`],
  "/sign-in": () => ["/sign-in"],
  "/sign-up": () => ["/sign-up"],
  "/dashboard": () => ["/dashboard"],
  // Its answer is 404, which the tests of all pages do not expect; portal-faults.spec.ts opens it.
  "/dashboard/[...missing]": () => [],
  "/dashboard/account": () => ["/dashboard/account"],
  "/dashboard/account/delete": () => ["/dashboard/account/delete"],
  "/dashboard/apps/[softId]": ({ softId }) => [
    `/dashboard/apps/${softId}`,
    `/dashboard/apps/${softId}?mode=views&range=today`,
  ],
  "/dashboard/apps/[softId]/settings": ({ softId }) => [`/dashboard/apps/${softId}/settings`],
  "/dashboard/apps/new": () => ["/dashboard/apps/new"],
  "/dashboard/balance": () => ["/dashboard/balance"],
  // It is there under `npm run dev` alone.
  "/dashboard/components": () => [],
  "/dashboard/new-template": () => ["/dashboard/new-template"],
  "/dashboard/templates": () => ["/dashboard/templates"],
  "/dashboard/templates/[name]": () => [
    "/dashboard/templates/Sign-in%20with%202FA%20and%20wait%20for%20control%20text",
  ],
  "/dashboard/events": () => ["/dashboard/events"],
  "/dashboard/inbound": () => ["/dashboard/inbound"],
  "/dashboard/keys": () => ["/dashboard/keys"],
  "/dashboard/secrets": () => ["/dashboard/secrets"],
  "/dashboard/tasks": () => ["/dashboard/tasks"],
  "/dashboard/tasks/statistics": () => ["/dashboard/tasks/statistics"],
  "/dashboard/tasks/waiting": () => ["/dashboard/tasks/waiting"],
  "/dashboard/tasks/[taskId]": ({ taskId }) => [`/dashboard/tasks/${taskId}`],
};

/** Every page that Next.js serves. Throws where one has no address here, or an address no page. */
export function pagesOf(subjects: Subjects): { signedOut: string[]; signedIn: string[] } {
  const routes = globSync("**/page.tsx", { cwd: app })
    .map((file) => `/${file.replace(/\(\w+\)\//g, "").replace(/\/?page\.tsx$/, "")}`)
    .sort();
  const known = Object.keys(addresses).sort();
  if (routes.join() !== known.join())
    throw new Error(`Pages and their addresses differ.\nPages:     ${routes.join(" ")}\nAddresses: ${known.join(" ")}`);
  const all = routes.flatMap((route) => addresses[route]?.(subjects) ?? []);
  return {
    signedOut: all.filter((path) => !path.startsWith("/dashboard")),
    signedIn: all.filter((path) => path.startsWith("/dashboard")),
  };
}
