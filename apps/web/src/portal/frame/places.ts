/** A destination of the search. */
export interface Place {
  name: string;
  /** Its kind, shown beside its name. */
  kind: string;
  href: string;
}

/** A page that the search finds. Links are in this order within their group. */
interface Page extends Omit<Place, "kind"> {
  link?: {
    /** The group of links, from the top; the last is at the foot of the side bar. */
    group: 1 | 2 | 3 | 4 | 5;
    /** If not the name. */
    label?: string;
    /** The pages on which it is the current one, if not those below its address. */
    inside?: RegExp;
    /** Whether it is in a phone's bottom bar; the others are in its menu. */
    below?: true;
  };
}

const pages: readonly Page[] = [
  { name: "Home", href: "/dashboard", link: { group: 1, inside: /^\/dashboard$/, below: true } },
  { name: "Run a template", href: "/dashboard/run" },
  { name: "Applications", href: "/dashboard/apps", link: { group: 3, below: true } },
  { name: "Register an application", href: "/dashboard/apps/new" },
  {
    name: "Tasks",

    href: "/dashboard/tasks",
    link: { group: 2, inside: /^\/dashboard\/(tasks|run)/, below: true },
  },
  { name: "Waiting tasks", href: "/dashboard/tasks?state=waiting" },
  { name: "Failed tasks", href: "/dashboard/tasks?state=failed" },
  {
    name: "Templates",

    href: "/dashboard/templates",
    link: { group: 2, inside: /^\/dashboard\/((new-)?template|record)/, below: true },
  },
  { name: "New template", href: "/dashboard/new-template" },
  { name: "Record a template", href: "/dashboard/record" },
  { name: "Stored secrets", href: "/dashboard/secrets", link: { group: 2, label: "Secrets" } },
  { name: "Sessions", href: "/dashboard/secrets#sessions" },
  { name: "Keys", href: "/dashboard/keys", link: { group: 4 } },
  { name: "Events", href: "/dashboard/events", link: { group: 4 } },
  { name: "Inbound codes", href: "/dashboard/inbound", link: { group: 4 } },
  { name: "Balance", href: "/dashboard/balance", link: { group: 3 } },
  { name: "Account", href: "/dashboard/account", link: { group: 5 } },
  { name: "Documentation", href: "/docs", link: { group: 4 } },
  { name: "Public catalogue", href: "/apps" },
  { name: "API reference", href: "/docs/reference" },
  { name: "Writing templates", href: "/docs/templates" },
];

export interface PortalLink {
  href: string;
  label: string;
  below: boolean;
  isHere(path: string): boolean;
}

function linksOf(group: number): PortalLink[] {
  return pages.flatMap(({ name, href, link }) => {
    if (link?.group !== group) return [];
    const { label = name, below = false, inside } = link;
    return { href, label, below, isHere: (path) => (inside ? inside.test(path) : path.startsWith(href)) };
  });
}

/** The links of the navigation, in groups. */
export const portalLinks = [1, 2, 3, 4].map(linksOf);

/** At the foot of the side bar. */
export const footLinks = linksOf(5);

/** Applications with their numbers and settings first, then pages. */
export function allPlaces(applications: readonly { softId: number; name: string }[]): Place[] {
  return [
    ...applications.flatMap(({ softId, name }) => [
      { name, kind: `softId ${softId}`, href: `/dashboard/apps/${softId}` },
      { name: `${name}: settings`, kind: `softId ${softId}`, href: `/dashboard/apps/${softId}/settings` },
    ]),
    ...pages.map(({ name, href }) => ({ name, kind: "page", href })),
  ];
}

/**
 * The places whose name or kind contains every typed word; those whose name begins with it come first. A number also
 * means a task.
 */
export function findPlaces(places: readonly Place[], typed: string, max = 12): Place[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/).filter(Boolean);
  const task = /^\d{1,15}$/.test(text)
    ? [{ name: `Task ${text}`, kind: "task", href: `/dashboard/tasks/${text}` }]
    : [];
  const found = places.filter(({ name, kind }) => {
    const where = `${name} ${kind}`.toLowerCase();
    return words.every((word) => where.includes(word));
  });
  const begins = (place: Place) => (place.name.toLowerCase().startsWith(text) ? 0 : 1);
  return [...found.sort((a, b) => begins(a) - begins(b)), ...task].slice(0, max);
}
