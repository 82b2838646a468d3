/** The results of the README's first calls, of one application, for a program with a generated client. */
export type ReadmeFlow = (installation: {
  baseUrl: string;
  clientKey: string;
  softId: number;
  websiteURL: string;
  code: string;
}) => Promise<{
  /** The names that the task waited for. */
  waitingFor: string[];
  /** The last page's address. */
  url: string;
  cost: string;
  /** The sum of the points, in US cents. */
  earned: number;
}>;
