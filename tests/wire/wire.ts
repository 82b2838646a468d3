import type { MethodName } from "@gatepost/contract/methods";
import { reconcile } from "@gatepost/domain/money/reconcile";
import { afterAll, expect, inject } from "vitest";
import { openOperator } from "../factories.ts";
import type { Installation } from "../installation.ts";
import { type Answer, post } from "./call.ts";

declare module "vitest" {
  interface ProvidedContext {
    installation: Pick<Installation, "url" | "database" | "secret">;
  }
}

/**
 * The installation that all files of wire tests share, or one of a file's own, with its operator. Whatever a file's
 * tests did, at its end balances, ledger, counts and tasks agree.
 */
export function openWire(installation = inject("installation")) {
  const operator = openOperator(installation);
  afterAll(async () => {
    expect(await reconcile({ ctx: operator })).toEqual([]);
    await operator.close();
  });
  const call = (method: MethodName, body: unknown, headers?: Record<string, string>): Promise<Answer> =>
    post(installation.url, method, body, headers);
  return { ...installation, operator, call };
}
