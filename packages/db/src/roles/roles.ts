/** The PostgreSQL roles of an installation, and their purposes (docs/security.md). */
export const roles = {
  /** Owns the tables. Migrations and the operator's commands use it. */
  owner: "gatepost_owner",
  web: "gatepost_web",
  worker: "gatepost_worker",
} as const;

/** The roles of running programs: they own nothing, and have the privileges of grants.ts. */
export type ProcessRole = "web" | "worker";
export const processRoles = ["web", "worker"] as const satisfies ProcessRole[];

/** The addresses of one database, each with a role of its own. */
export interface DatabaseUrls {
  /** As the owner of the tables. */
  url: string;
  webUrl: string;
  workerUrl: string;
}
