import { type Args, requireManager } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { type PageInput, readPage } from "../platform/page.ts";
import { noEndpoint } from "./endpoints.ts";
import { addTestSql } from "./sql/add-test.sql.ts";
import { listDeliveriesSql } from "./sql/list-deliveries.sql.ts";

/**
 * The deliveries to an endpoint of the account, the latest first, each with the response to its last attempt; none to another
 * account's. `event`: waiting, ready, failed or test.
 */
export async function listDeliveries({
  ctx,
  input: { accountId, endpointId, ...input },
}: Args<PageInput & { accountId: number; endpointId: number }>) {
  requireManager(ctx, accountId);
  return readPage(input, "deliveryId", (window) => ctx.db.run(listDeliveriesSql, { accountId, endpointId, ...window }));
}

/** Sends a test to an endpoint. ERROR_BAD_REQUEST if the account has no such endpoint. */
export async function testEndpoint({ ctx, input }: Args<{ accountId: number; endpointId: number }>): Promise<void> {
  const { accountId, endpointId } = input;
  requireManager(ctx, accountId);
  const [queued] = await ctx.db.run(addTestSql, { accountId, endpointId });
  if (!queued) throw noEndpoint();
}

/**
 * Sends a delivery again, under the same id. ERROR_BAD_REQUEST if the account has no such delivery, or an attempt at it is still
 * to come.
 */
export async function replayDelivery({ ctx, input }: Args<{ accountId: number; deliveryId: number }>): Promise<void> {
  const { accountId, deliveryId } = input;
  requireManager(ctx, accountId);
  const { count } = await ctx.db.prisma.delivery.updateMany({
    where: { id: deliveryId, accountId, endpointId: { not: null }, nextAt: null },
    data: { nextAt: new Date(), deliveredAt: null },
  });
  if (count === 0)
    throw new DomainError("ERROR_BAD_REQUEST", "There is no such delivery, or another attempt at it is still to come.");
}
