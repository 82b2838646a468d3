import type { ResponseOf } from "@gatepost/contract/client";
import type { Page } from "@gatepost/domain/page";
import type { ListedSession } from "@gatepost/domain/session/list-sessions";

/** The response of listSessions, without errorId. */
export function sessionListResponse({ items, next }: Page<ListedSession>): Omit<ResponseOf<"listSessions">, "errorId"> {
  return {
    sessions: items.map(({ name, createdAt, savedAt, site, expiresAt, size, openTasks, taskId, problem }) => ({
      name,
      created: seconds(createdAt),
      ...(savedAt && { saved: seconds(savedAt) }),
      ...(site !== null && { site }),
      expires: seconds(expiresAt),
      ...(size !== null && { bytes: size }),
      openTasks,
      ...(taskId !== null && { taskId }),
      ...(problem !== null && { problem }),
    })),
    ...(next !== null && { next }),
  };
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
