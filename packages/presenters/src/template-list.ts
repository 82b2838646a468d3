import type { ResponseOf } from "@gatepost/contract/client";
import type { Page } from "@gatepost/domain/page";
import type { UsableTemplate } from "@gatepost/domain/template/list-usable-templates";

/** The response of listTemplates, without errorId. */
export function templateListResponse({
  items,
  next,
}: Page<UsableTemplate>): Omit<ResponseOf<"listTemplates">, "errorId"> {
  return {
    templates: items.map(({ name, description, version, builtIn, savedAt, variables }) => ({
      ...{ name, description, version, builtIn },
      updated: Math.floor(savedAt.getTime() / 1_000),
      variables,
    })),
    ...(next !== null && { next }),
  };
}
