/** A page of the documentation. */
export interface DocsPage {
  title: string;
  /** One line for lists of pages, such as /llms.txt. */
  summary: string;
  /** From the root of the repository; undefined for the API reference, which is made from the methods' schemas. */
  file?: string;
}

/**
 * Every page in reading order: the source of the navigation, of the previous and next page, of the search, of /llms.txt, and of
 * the order in which the shell blocks of the pages are tested. A test compares it with the files.
 */
export const docsGroups: readonly { name: string; pages: readonly DocsPage[] }[] = [
  {
    name: "Start",
    pages: [
      {
        file: "docs/README.md",
        title: "Gatepost documentation",
        summary: "What Gatepost does, and which page answers which question.",
      },
      {
        file: "docs/quick-start.md",
        title: "Quick start",
        summary: "A task that waits for a code, a template of your own, and an application with its first numbers.",
      },
    ],
  },
  {
    name: "Guides",
    pages: [
      {
        file: "docs/templates.md",
        title: "Write a template",
        summary:
          "Steps, variables, selectors and conditions, and how to start from a recording or a built-in template.",
      },
      {
        file: "docs/signing-in.md",
        title: "Sign in to sites",
        summary: "Stored secrets, one-time codes, and sessions that several tasks share.",
      },
      {
        file: "docs/browser.md",
        title: "The task's browser",
        summary: "Window size, language, place and cookies, and how the headless shell differs from the full browser.",
      },
      {
        file: "docs/waiting.md",
        title: "Waiting and answering",
        summary: "Late variables, approvals, and the ways in which programs and people give a task its value.",
      },
      {
        file: "docs/live.md",
        title: "Live pages",
        summary: "Watch a task's browser, take it over and hand it back, and let a failed step ask a person.",
      },
      {
        file: "docs/failed-tasks.md",
        title: "When a task fails",
        summary: "How to find out what went wrong before, during and after a run.",
      },
      {
        file: "docs/callbacks.md",
        title: "Callbacks",
        summary: "Get a signed POST when a task waits or ends, and verify it.",
      },
      {
        file: "docs/events.md",
        title: "Events",
        summary: "Tell programs and chats about all tasks of an account.",
      },
      {
        file: "docs/inbound-codes.md",
        title: "Inbound codes",
        summary: "Let an SMS gateway or a mail forwarder answer tasks that wait for a code.",
      },
      {
        file: "docs/clients.md",
        title: "Clients",
        summary: "Call Gatepost from TypeScript and JavaScript, and from a terminal without a clone.",
      },
      {
        file: "docs/agents.md",
        title: "Agents (MCP)",
        summary: "Let an agent run templates as tools, and ask its user for what a task waits for.",
      },
      {
        file: "docs/statistics.md",
        title: "Statistics",
        summary: "Register an application, and read its tasks, errors, views, downloads, users and earnings.",
      },
    ],
  },
  {
    name: "Operating",
    pages: [
      {
        file: "docs/operating.md",
        title: "Run an installation",
        summary: "Settings, processes, ports, the data folder, and how everything stops.",
      },
      {
        file: "docs/operating/deployment.md",
        title: "Deployment",
        summary: "As a service, with Docker Compose, on Kubernetes, behind a proxy, and on several machines.",
      },
      {
        file: "docs/operating/postgresql.md",
        title: "PostgreSQL",
        summary: "Use a PostgreSQL of your own, move to it, and make it survive the loss of a machine.",
      },
      {
        file: "docs/operating/backup.md",
        title: "Backup and upgrades",
        summary: "Back up and restore, upgrade to a new version, and change the secret.",
      },
      {
        file: "docs/operating/object-store.md",
        title: "Object store",
        summary: "Keep screenshots and files in an S3-compatible store instead of PostgreSQL.",
      },
      {
        file: "docs/operating/accounts.md",
        title: "Accounts and money",
        summary: "Who may sign up, and the commands for accounts, keys, applications, refunds and corrections.",
      },
      {
        file: "docs/operating/email.md",
        title: "Email",
        summary: "Connect a mail server, and what Gatepost sends: waits, reports and alerts.",
      },
      {
        file: "docs/operating/capacity.md",
        title: "Capacity and limits",
        summary: "How accounts share workers and browsers, what a waiting task costs, and what an account may have.",
      },
      {
        file: "docs/operating/monitoring.md",
        title: "Monitoring",
        summary: "Logs and what each event means, metrics for Prometheus, and traces.",
      },
      {
        file: "docs/scaling.md",
        title: "Scaling",
        summary: "What a call and a task cost, what one machine can do, and what to run beyond that.",
      },
      {
        file: "docs/operating/cells.md",
        title: "Cells",
        summary: "Divide accounts among several installations behind one address.",
      },
      {
        file: "docs/security.md",
        title: "Security",
        summary: "What is protected, what an operator should do, and what is not protected yet.",
      },
      {
        file: "docs/security-measures.md",
        title: "Security measures",
        summary:
          "Database roles, network access, browser isolation, limits and host names in detail, with their tests.",
      },
      {
        file: "docs/asvs.md",
        title: "OWASP ASVS 5",
        summary: "Level 2 by chapter: what is fulfilled, by which test, and what is not.",
      },
    ],
  },
  {
    name: "Reference",
    pages: [
      {
        title: "API reference",
        summary: "Every JSON method with its properties, errors and examples in curl, JavaScript, Python and PHP.",
      },
      {
        file: "docs/python.md",
        title: "Python",
        summary: "The package for Python: tasks with one call, every method, asyncio, files and callbacks.",
      },
      {
        file: "docs/http-tools.md",
        title: "Postman, Bruno and n8n",
        summary: "Collections of every method, a workflow, and clients that generators write.",
      },
      {
        file: "docs/contract.md",
        title: "Rules of the API",
        summary: "What all methods share, and the cases that a schema cannot express.",
      },
      {
        file: "docs/conformance.md",
        title: "Check a service for conformance",
        summary:
          "A command that checks whether a service keeps the rules of the protocol, after an upgrade or behind a new proxy.",
      },
      {
        file: "docs/steps.md",
        title: "Steps",
        summary: "Every step of a template with its parameters, an example, and when it fails.",
      },
      {
        file: "docs/command-line.md",
        title: "Command line",
        summary: "Every command of `gatepost`, for callers and for operators.",
      },
    ],
  },
];

export const docsPages: readonly DocsPage[] = docsGroups.flatMap(({ pages }) => pages);

/** Where a page is on the site: `docs/callbacks.md` at /docs/callbacks. */
export function docsPath({ file }: DocsPage): string {
  return file ? `/${file.replace(/(?:\/README)?\.md$/, "")}` : "/docs/reference";
}
