export interface PortalLink {
  href: string;
  label: string;
  /** The pages on which it is the current one. */
  inside: RegExp;
  /** Whether it is in a phone's bottom bar; the others are in its menu. */
  below?: true;
}

/** The navigation, in its groups. */
export const portalLinks: readonly (readonly PortalLink[])[] = [
  [{ href: "/dashboard", label: "Home", inside: /^\/dashboard$/, below: true }],
  [
    { href: "/dashboard/tasks", label: "Tasks", inside: /^\/dashboard\/(tasks|run)/, below: true },
    { href: "/dashboard/templates", label: "Templates", inside: /^\/dashboard\/(new-)?template/, below: true },
    { href: "/dashboard/secrets", label: "Secrets", inside: /^\/dashboard\/secrets/ },
  ],
  [
    { href: "/dashboard/apps", label: "Applications", inside: /^\/dashboard\/apps/, below: true },
    { href: "/dashboard/balance", label: "Balance", inside: /^\/dashboard\/balance/ },
  ],
  [
    { href: "/dashboard/keys", label: "Keys", inside: /^\/dashboard\/keys/ },
    { href: "/dashboard/events", label: "Events", inside: /^\/dashboard\/events/ },
    { href: "/dashboard/inbound", label: "Inbound codes", inside: /^\/dashboard\/inbound/ },
    { href: "/docs", label: "API reference", inside: /^\/docs/ },
  ],
];

/** At the foot of the side bar. */
export const accountLink: PortalLink = {
  href: "/dashboard/account",
  label: "Account",
  inside: /^\/dashboard\/account/,
};
