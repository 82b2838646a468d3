import type { ResponseOf } from "@gatepost/contract/client";
import type { ListedSession } from "@gatepost/domain/accounts/sessions";
import type { ListedSecret } from "@gatepost/domain/accounts/stored-secrets";
import type { Page } from "@gatepost/domain/platform/page";
import type { ListedTask } from "@gatepost/domain/tasks/list-tasks";
import type { UsableTemplate } from "@gatepost/domain/templates/list-templates";

const seconds = (time: Date) => Math.floor(time.getTime() / 1_000);

/** The response of listTasks, without errorId. */
export function taskListResponse({ items, next }: Page<ListedTask>): Omit<ResponseOf<"listTasks">, "errorId"> {
  return {
    tasks: items.map(({ taskId, state, templateName, softId, createdAt, endedAt, errorCode, waitingFor }) => ({
      taskId,
      state,
      templateName,
      softId,
      createTime: seconds(createdAt),
      ...(endedAt && { endTime: seconds(endedAt) }),
      ...(errorCode !== null && { errorCode }),
      ...(waitingFor.length > 0 && { waitingFor }),
    })),
    ...(next !== null && { next }),
  };
}

/** The response of listTemplates, without errorId. */
export function templateListResponse({
  items,
  next,
}: Page<UsableTemplate>): Omit<ResponseOf<"listTemplates">, "errorId"> {
  return {
    templates: items.map(({ name, description, version, builtIn, savedAt, variables }) => ({
      name,
      description,
      version,
      builtIn,
      updated: Math.floor(savedAt.getTime() / 1_000),
      variables,
    })),
    ...(next !== null && { next }),
  };
}

/** The response of listSecrets, without errorId. */
export function secretListResponse({ items, next }: Page<ListedSecret>): Omit<ResponseOf<"listSecrets">, "errorId"> {
  return {
    secrets: items.map(({ name, domains, createdAt, updatedAt }) => ({
      name,
      domains,
      created: Math.floor(createdAt.getTime() / 1_000),
      updated: Math.floor(updatedAt.getTime() / 1_000),
    })),
    ...(next !== null && { next }),
  };
}

/** The response of listSessions, without errorId. */
export function sessionListResponse({ items, next }: Page<ListedSession>): Omit<ResponseOf<"listSessions">, "errorId"> {
  return {
    sessions: items.map(({ name, createdAt, savedAt, site, expiresAt, size, openTasks, taskId, problem }) => ({
      name,
      created: sessionSeconds(createdAt),
      ...(savedAt && { saved: sessionSeconds(savedAt) }),
      ...(site !== null && { site }),
      expires: sessionSeconds(expiresAt),
      ...(size !== null && { bytes: size }),
      openTasks,
      ...(taskId !== null && { taskId }),
      ...(problem !== null && { problem }),
    })),
    ...(next !== null && { next }),
  };
}

function sessionSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
