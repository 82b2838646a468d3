/**
 * The side bar's links. Six fit in a phone's bottom bar (`below`): there the balance stands at the top and leads to its page, and
 * the account's page leads to events and inbound codes.
 */
export const portalLinks = [
  { href: "/dashboard", label: "Apps", inside: /^\/dashboard(\/apps.*)?$/, below: true },
  { href: "/dashboard/tasks", label: "Tasks", inside: /^\/dashboard\/tasks/, below: true },
  { href: "/dashboard/templates", label: "Templates", inside: /^\/dashboard\/(new-)?template/, below: true },
  { href: "/dashboard/secrets", label: "Secrets", inside: /^\/dashboard\/secrets/, below: true },
  { href: "/dashboard/keys", label: "Keys", inside: /^\/dashboard\/keys/, below: true },
  { href: "/dashboard/events", label: "Events", inside: /^\/dashboard\/events/, below: false },
  { href: "/dashboard/inbound", label: "Inbound codes", inside: /^\/dashboard\/inbound/, below: false },
  { href: "/dashboard/balance", label: "Balance", inside: /^\/dashboard\/balance/, below: false },
  { href: "/dashboard/account", label: "Account", inside: /^\/dashboard\/account/, below: true },
] as const;
