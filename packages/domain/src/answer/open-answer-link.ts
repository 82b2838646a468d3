import { limits } from "@gatepost/contract/limits";
import type { Actor } from "../actor.ts";
import type { AppContext } from "../context.ts";
import { hashToken, isTokenShaped } from "../share/token.ts";
import { openAnswerLinkSql } from "./open-answer-link.sql.ts";

export interface OpenedAnswerLink {
  actor: Extract<Actor, { kind: "answer link" }>;
  /** Whose task it is. */
  email: string;
  templateName: string;
  /** Of the website that the task opened. */
  host: string;
  /** How often the link can still give a wait more time. */
  extensions: number;
}

/**
 * The holder of an answer link; null if it is unknown, revoked or expired, or its task has ended: these cannot be told
 * apart. Reads only.
 */
export async function openAnswerLink({
  app,
  token,
}: {
  app: AppContext;
  token: unknown;
}): Promise<OpenedAnswerLink | null> {
  if (!isTokenShaped(token)) return null;
  const [link] = await app.db.run(openAnswerLinkSql, { hash: Buffer.from(hashToken(token)) });
  if (!link) return null;
  const { accountId, linkId, taskId, name, email, templateName, websiteUrl, extensions } = link;
  return {
    ...{ actor: { kind: "answer link", accountId, linkId, taskId, name }, email, templateName },
    host: URL.parse(websiteUrl)?.host ?? "",
    extensions: Math.max(0, limits.linkExtensions - extensions),
  };
}
