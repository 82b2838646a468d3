/** A destination of the search. */
export interface Place {
  name: string;
  /** Its kind, shown beside its name. */
  kind: string;
  href: string;
}

export const pages: Place[] = [
  { name: "Home", kind: "page", href: "/dashboard" },
  { name: "Run a template", kind: "page", href: "/dashboard/run" },
  { name: "Applications", kind: "page", href: "/dashboard/apps" },
  { name: "Register an application", kind: "page", href: "/dashboard/apps/new" },
  { name: "Tasks", kind: "page", href: "/dashboard/tasks" },
  { name: "Waiting tasks", kind: "page", href: "/dashboard/tasks?state=waiting" },
  { name: "Failed tasks", kind: "page", href: "/dashboard/tasks?state=failed" },
  { name: "Templates", kind: "page", href: "/dashboard/templates" },
  { name: "New template", kind: "page", href: "/dashboard/new-template" },
  { name: "Record a template", kind: "page", href: "/dashboard/record" },
  { name: "Stored secrets", kind: "page", href: "/dashboard/secrets" },
  { name: "Sessions", kind: "page", href: "/dashboard/secrets#sessions" },
  { name: "Keys", kind: "page", href: "/dashboard/keys" },
  { name: "Events", kind: "page", href: "/dashboard/events" },
  { name: "Inbound codes", kind: "page", href: "/dashboard/inbound" },
  { name: "Balance", kind: "page", href: "/dashboard/balance" },
  { name: "Account", kind: "page", href: "/dashboard/account" },
  { name: "Public catalogue", kind: "page", href: "/apps" },
  { name: "API reference", kind: "page", href: "/docs/reference" },
  { name: "Writing templates", kind: "page", href: "/docs/templates" },
];

/** Applications with their numbers and settings first, then pages. */
export function allPlaces(applications: readonly { softId: number; name: string }[]): Place[] {
  return [
    ...applications.flatMap(({ softId, name }) => [
      { name, kind: `softId ${softId}`, href: `/dashboard/apps/${softId}` },
      { name: `${name}: settings`, kind: `softId ${softId}`, href: `/dashboard/apps/${softId}/settings` },
    ]),
    ...pages,
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
