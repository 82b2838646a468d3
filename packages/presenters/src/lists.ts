import type { ResultOf } from "@gatepost/contract/methods";
import type { ListedSession } from "@gatepost/domain/accounts/sessions";
import type { listSecrets } from "@gatepost/domain/accounts/stored-secrets";
import type { Page } from "@gatepost/domain/platform/page";
import type { ListedTask } from "@gatepost/domain/tasks/list-tasks";
import type { UsableTemplate } from "@gatepost/domain/templates/get-template";

const seconds = (time: Date) => Math.floor(time.getTime() / 1_000);

/** A response with a page of a list, and where the next one begins. */
function pageResponse<Name extends string, Item, Shown>(
  name: Name,
  { items, next }: Page<Item>,
  show: (item: Item) => Shown,
) {
  const list = { [name]: items.map(show) } as Record<Name, Shown[]>;
  return { ...list, ...(next !== null && { next }) };
}

export function taskListResponse(page: Page<ListedTask>): ResultOf<"listTasks"> {
  return pageResponse(
    "tasks",
    page,
    ({ taskId, state, templateName, softId, createdAt, endedAt, errorCode, waitingFor }) => ({
      taskId,
      state,
      templateName,
      softId,
      createTime: seconds(createdAt),
      ...(endedAt && { endTime: seconds(endedAt) }),
      ...(errorCode !== null && { errorCode }),
      ...(waitingFor.length > 0 && { waitingFor }),
    }),
  );
}

export function templateListResponse(page: Page<UsableTemplate>): ResultOf<"listTemplates"> {
  return pageResponse("templates", page, ({ name, description, version, builtIn, savedAt, variables }) => ({
    name,
    description,
    version,
    builtIn,
    updated: seconds(savedAt),
    variables,
  }));
}

export function secretListResponse(page: Awaited<ReturnType<typeof listSecrets>>): ResultOf<"listSecrets"> {
  return pageResponse("secrets", page, ({ name, domains, createdAt, updatedAt }) => ({
    name,
    domains,
    created: seconds(createdAt),
    updated: seconds(updatedAt),
  }));
}

export function sessionListResponse(page: Page<ListedSession>): ResultOf<"listSessions"> {
  return pageResponse(
    "sessions",
    page,
    ({ name, createdAt, savedAt, site, expiresAt, size, openTasks, taskId, problem }) => ({
      name,
      created: seconds(createdAt),
      ...(savedAt && { saved: seconds(savedAt) }),
      ...(site !== null && { site }),
      expires: seconds(expiresAt),
      ...(size !== null && { bytes: size }),
      openTasks,
      ...(taskId !== null && { taskId }),
      ...(problem !== null && { problem }),
    }),
  );
}
