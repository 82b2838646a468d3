import type { ResponseOf } from "@gatepost/contract/client";
import type { Page } from "@gatepost/domain/page";
import type { ListedSecret } from "@gatepost/domain/stored-secret/list-secrets";

/** The response of listSecrets, without errorId. */
export function secretListResponse({ items, next }: Page<ListedSecret>): Omit<ResponseOf<"listSecrets">, "errorId"> {
  return {
    secrets: items.map(({ name, domains, createdAt, updatedAt }) => ({
      ...{ name, domains },
      created: Math.floor(createdAt.getTime() / 1_000),
      updated: Math.floor(updatedAt.getTime() / 1_000),
    })),
    ...(next !== null && { next }),
  };
}
