export const templatePath = (name: string): string => `/dashboard/templates/${encodeURIComponent(name)}`;

/** The page that runs a template; without a name, one that asks which. */
export function runPath(templateName?: string): string {
  const query = templateName === undefined ? "" : `?template=${encodeURIComponent(templateName)}`;
  return `/dashboard/run${query}`;
}
