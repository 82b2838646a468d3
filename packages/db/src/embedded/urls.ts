import { createHmac } from "node:crypto";
import { type DatabaseUrls, roles } from "../roles/roles.ts";

export interface EmbeddedUrls extends DatabaseUrls {
  /** As PostgreSQL's superuser, to create and drop roles and databases. */
  adminUrl: string;
}

/**
 * The addresses of one database of our own server, derived from its superuser's. The other passwords are derived from
 * the superuser's, and none of them reveals another.
 */
export function embeddedUrls(adminUrl: string): EmbeddedUrls {
  const { password } = new URL(adminUrl);
  const urlOf = (role: string) => {
    const url = new URL(adminUrl);
    url.username = role;
    url.password = createHmac("sha256", password).update(`gatepost role ${role}`).digest("base64url");
    return url.href;
  };
  return { adminUrl, url: urlOf(roles.owner), webUrl: urlOf(roles.web), workerUrl: urlOf(roles.worker) };
}
