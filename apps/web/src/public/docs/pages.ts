import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface DocsPage {
  title: string;
  /** One line for lists of pages, such as /llms.txt. */
  summary: string;
  /** From the root of the repository; undefined for the API reference, which is made from the methods' schemas. */
  file?: string;
}

/** The repository: web processes run in apps/web, tests in the repository itself. */
export const repository = join(process.cwd(), existsSync("docs") ? "" : "../..");

/**
 * The summary of every page in reading order: the source of the navigation, of the previous and next page, of the search, of
 * /llms.txt, and of the order in which the shell blocks of the pages are tested. A test compares it with the files.
 */
const summaries: Record<string, Record<string, string>> = {
  Start: {
    "docs/README.md": "What Gatepost does, and which page answers which question.",
    "docs/quick-start.md":
      "A task that waits for a code, a template of your own, and an application with its first numbers.",
  },
  Guides: {
    "docs/templates.md":
      "Steps, variables, selectors and conditions, and how to start from a recording or a built-in template.",
    "docs/signing-in.md": "Stored secrets, one-time codes, and sessions that several tasks share.",
    "docs/browser.md":
      "Window size, language, place and cookies, and how the headless shell differs from the full browser.",
    "docs/waiting.md": "Late variables, approvals, and the ways in which programs and people give a task its value.",
    "docs/live.md": "Watch a task's browser, take it over and hand it back, and let a failed step ask a person.",
    "docs/failed-tasks.md": "How to find out what went wrong before, during and after a run.",
    "docs/callbacks.md": "Get a signed POST when a task waits or ends, and verify it.",
    "docs/events.md": "Tell programs and chats about all tasks of an account.",
    "docs/inbound-codes.md": "Let an SMS gateway or a mail forwarder answer tasks that wait for a code.",
    "docs/clients.md": "Call Gatepost from TypeScript and JavaScript, and from a terminal without a clone.",
    "docs/agents.md": "Let an agent run templates as tools, and ask its user for what a task waits for.",
    "docs/statistics.md": "Register an application, and read its tasks, errors, views, downloads, users and earnings.",
  },
  Operating: {
    "docs/operating.md": "Settings, processes, ports, the data folder, and how everything stops.",
    "docs/operating/deployment.md":
      "As a service, with Docker Compose, on Kubernetes, behind a proxy, and on several machines.",
    "docs/operating/postgresql.md":
      "Use a PostgreSQL of your own, move to it, and make it survive the loss of a machine.",
    "docs/operating/backup.md": "Back up and restore, upgrade to a new version, and change the secret.",
    "docs/operating/object-store.md": "Keep screenshots and files in an S3-compatible store instead of PostgreSQL.",
    "docs/operating/accounts.md":
      "Who may sign up, and the commands for accounts, keys, applications, refunds and corrections.",
    "docs/operating/email.md": "Connect a mail server, and what Gatepost sends: waits, reports and alerts.",
    "docs/operating/capacity.md":
      "How accounts share workers and browsers, what a waiting task costs, and what an account may have.",
    "docs/operating/monitoring.md": "Logs and what each event means, metrics for Prometheus, and traces.",
    "docs/scaling.md": "What a call and a task cost, what one machine can do, and what to run beyond that.",
    "docs/operating/cells.md": "Divide accounts among several installations behind one address.",
    "docs/security.md": "What is protected, what an operator should do, and what is not protected yet.",
    "docs/security-measures.md":
      "Database roles, network access, browser isolation, limits and host names in detail, with their tests.",
    "docs/asvs.md": "Level 2 by chapter: what is fulfilled, by which test, and what is not.",
  },
  Reference: {
    "docs/python.md": "The package for Python: tasks with one call, every method, asyncio, files and callbacks.",
    "docs/http-tools.md": "Collections of every method, a workflow, and clients that generators write.",
    "docs/contract.md": "What all methods share, and the cases that a schema cannot express.",
    "docs/conformance.md":
      "A command that checks whether a service keeps the rules of the protocol, after an upgrade or behind a new proxy.",
    "docs/steps.md": "Every step of a template with its parameters, an example, and when it fails.",
    "docs/command-line.md": "Every command of `gatepost`, for callers and for operators.",
  },
};

/** The only page that is no file. */
export const reference: DocsPage = {
  title: "API reference",
  summary: "Every JSON method with its properties, errors and examples in curl, JavaScript, Python and PHP.",
};

const headingOf = (file: string): string => /^# (.+)$/m.exec(readFileSync(join(repository, file), "utf8"))?.[1] ?? "";

export const docsGroups: readonly { name: string; pages: readonly DocsPage[] }[] = Object.entries(summaries).map(
  ([name, files]) => {
    const pages = Object.entries(files).map(([file, summary]) => ({ file, summary, title: headingOf(file) }));
    return { name, pages: name === "Reference" ? [reference, ...pages] : pages };
  },
);

export const docsPages: readonly DocsPage[] = docsGroups.flatMap(({ pages }) => pages);

/** Where a page is on the site: `docs/callbacks.md` at /docs/callbacks. */
export const docsPath = ({ file }: DocsPage): string =>
  file ? `/${file.replace(/(?:\/README)?\.md$/, "")}` : "/docs/reference";
