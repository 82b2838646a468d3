import type { AppContext } from "@gatepost/domain/context";
import { isDomainError } from "@gatepost/domain/errors";
import { requireSecret } from "@gatepost/domain/secret/require-secret";

/** How often an unavailable database is checked for whether its secret is ours. */
const secretMs = 1_000;

/**
 * Ends the process if its secret is not the database's, because nobody could read what it writes. If the database is
 * unavailable, the site is served, and this is checked once the database is back.
 */
export async function checkSecret(app: AppContext, close: () => Promise<void>): Promise<void> {
  const check = async () => {
    try {
      await requireSecret({ ctx: { ...app, actor: { kind: "system" } } });
    } catch (error) {
      if (!isDomainError(error)) return false;
      console.error(error.message);
      await close().catch(() => {});
      process.exit(1);
    }
    return true;
  };
  if (await check()) return;
  const timer = setInterval(async () => {
    if (await check()) clearInterval(timer);
  }, secretMs);
  timer.unref();
}
