import { limits } from "@gatepost/contract/limits";
import type { LiveRight } from "@gatepost/contract/live";
import type { Actor } from "../actor.ts";
import type { AppContext } from "../context.ts";
import { hashToken, isTokenShaped } from "../share/token.ts";
import { type OpenAnswerLinkRow, openAnswerLinkSql } from "./open-answer-link.sql.ts";

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
  // Without a name it is a link to the live page alone.
  if (!link || link.name === "") return null;
  const { accountId, linkId, taskId, name, email, templateName, websiteUrl, extensions } = link;
  const actor = { kind: "answer link" as const, accountId, linkId, taskId, name, live: liveOf(link) };
  return {
    ...{ actor, email, templateName },
    host: URL.parse(websiteUrl)?.host ?? "",
    extensions: Math.max(0, limits.linkExtensions - extensions),
  };
}

/** Whose live page the holder of a link may see. */
interface OpenedLiveLink extends Pick<OpenedAnswerLink, "email" | "templateName" | "host"> {
  actor: Extract<Actor, { kind: "answer link" | "live link" }>;
}

/**
 * The holder of a link to a live page, or of an answer link that has one, while the task waits for what the link answers; null
 * as for openAnswerLink.
 */
export async function openLiveLink({
  app,
  token,
}: {
  app: AppContext;
  token: unknown;
}): Promise<OpenedLiveLink | null> {
  if (!isTokenShaped(token)) return null;
  const [link] = await app.db.run(openAnswerLinkSql, { hash: Buffer.from(hashToken(token)) });
  const live = link && liveOf(link);
  if (!link || !live) return null;
  const { accountId, linkId, taskId, name, email, templateName, websiteUrl, isAwaited } = link;
  if (name !== "" && !isAwaited) return null;
  const holder = { accountId, linkId, taskId, live };
  return {
    actor: name === "" ? { kind: "live link", ...holder } : { kind: "answer link", name, ...holder },
    ...{ email, templateName, host: URL.parse(websiteUrl)?.host ?? "" },
  };
}

function liveOf({ live, until }: OpenAnswerLinkRow): { right: LiveRight; until: number } | null {
  return live === "view" || live === "control" ? { right: live, until } : null;
}
