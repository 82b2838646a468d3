/** A destination of the search. */
export interface Destination {
  name: string;
  /** Its kind, shown beside its name. */
  kind: string;
  href: string;
}

/** A page that the search finds. */
export interface Page extends Omit<Destination, "kind"> {
  /** Of a link of the navigation: its group from the top, within which links are in this order; the last is at the foot. */
  group?: 1 | 2 | 3 | 4 | 5;
  /** What the link says, if not the name. */
  label?: string;
  /** The pages on which the link is the current one, if not those below its address. */
  inside?: RegExp;
  /** Whether the link is in a phone's bottom bar; the others are in its menu. */
  below?: true;
}

const pages: readonly Page[] = [
  { name: "Home", href: "/dashboard", group: 1, inside: /^\/dashboard$/, below: true },
  { name: "Run a template", href: "/dashboard/run" },
  { name: "Applications", href: "/dashboard/apps", group: 3, below: true },
  { name: "Register an application", href: "/dashboard/apps/new" },
  { name: "Tasks", href: "/dashboard/tasks", group: 2, inside: /^\/dashboard\/(tasks|run)/, below: true },
  { name: "Waiting tasks", href: "/dashboard/tasks?state=waiting" },
  { name: "Failed tasks", href: "/dashboard/tasks?state=failed" },
  {
    name: "Templates",
    href: "/dashboard/templates",
    group: 2,
    inside: /^\/dashboard\/((new-)?template|record)/,
    below: true,
  },
  { name: "New template", href: "/dashboard/new-template" },
  { name: "Record a template", href: "/dashboard/record" },
  { name: "Stored secrets", href: "/dashboard/secrets", group: 2, label: "Secrets" },
  { name: "Sessions", href: "/dashboard/secrets#sessions" },
  { name: "Keys", href: "/dashboard/keys", group: 4 },
  { name: "Events", href: "/dashboard/events", group: 4 },
  { name: "Inbound codes", href: "/dashboard/inbound", group: 4 },
  { name: "Balance", href: "/dashboard/balance", group: 3 },
  { name: "Account", href: "/dashboard/account", group: 5 },
  { name: "Documentation", href: "/docs", group: 4 },
  { name: "Public catalogue", href: "/apps" },
  { name: "API reference", href: "/docs/reference" },
  { name: "Writing templates", href: "/docs/templates" },
];

/** The links of the navigation, group by group. */
export const linkGroups = [1, 2, 3, 4, 5].map((group) => pages.filter((page) => page.group === group));

export const isHere = ({ href, inside }: Page, path: string): boolean =>
  inside ? inside.test(path) : path.startsWith(href);

/** Applications with their numbers and settings first, then pages. */
export function allDestinations(applications: readonly { softId: number; name: string }[]): Destination[] {
  return [
    ...applications.flatMap(({ softId, name }) => [
      { name, kind: `softId ${softId}`, href: `/dashboard/apps/${softId}` },
      { name, kind: `settings · softId ${softId}`, href: `/dashboard/apps/${softId}/settings` },
    ]),
    ...pages.map(({ name, href }) => ({ name, kind: "page", href })),
  ];
}

/**
 * The destinations whose name or kind contains every typed word; those whose name begins with it come first. A number also
 * means a task.
 */
export function findDestinations(destinations: readonly Destination[], typed: string, max = 12): Destination[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/).filter(Boolean);
  const task = /^\d{1,15}$/.test(text)
    ? [{ name: `Task ${text}`, kind: "task", href: `/dashboard/tasks/${text}` }]
    : [];
  const found = destinations.filter(({ name, kind }) => {
    const where = `${name} ${kind}`.toLowerCase();
    return words.every((word) => where.includes(word));
  });
  const begins = (destination: Destination) => (destination.name.toLowerCase().startsWith(text) ? 0 : 1);
  return [...found.sort((a, b) => begins(a) - begins(b)), ...task].slice(0, max);
}
