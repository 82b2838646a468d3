import { recordVisit } from "@gatepost/domain/statistics/record-visit";
import { openContainer } from "../../apps/web/src/container.ts";
import { visitKind } from "../../apps/web/src/http/visit-kind.ts";
import { serve } from "../floors/serve.ts";

const { app } = openContainer();

/** Counting over node:http: a view of the application in the path, answered after its commit. */
serve(async (_, path, header) => {
  const kind = visitKind("GET", { get: header });
  await recordVisit({
    ctx: { ...app, actor: { kind: "visitor" } },
    input: { metric: "view", softId: Number(path.slice("/apps/".length)), userAgent: header("user-agent"), kind },
  });
  return '{"errorId":0}';
});
