import type { ResponseOf } from "@gatepost/contract/client";
import type { Page } from "@gatepost/domain/page";
import type { ListedTask } from "@gatepost/domain/task/list-tasks";

const seconds = (time: Date) => Math.floor(time.getTime() / 1_000);

/** The response of listTasks, without errorId. */
export function taskListResponse({ items, next }: Page<ListedTask>): Omit<ResponseOf<"listTasks">, "errorId"> {
  return {
    tasks: items.map(({ taskId, state, templateName, softId, createdAt, endedAt, errorCode, waitingFor }) => ({
      ...{ taskId, state, templateName, softId, createTime: seconds(createdAt) },
      ...(endedAt && { endTime: seconds(endedAt) }),
      ...(errorCode !== null && { errorCode }),
      ...(waitingFor.length > 0 && { waitingFor }),
    })),
    ...(next !== null && { next }),
  };
}
