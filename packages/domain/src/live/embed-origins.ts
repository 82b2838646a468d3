import { limits } from "@gatepost/contract/limits";
import { type Args, type Context, requireSession } from "../platform/context.ts";
import { InvalidProperty } from "../platform/errors.ts";

/** The origins whose pages may show the account's links to live pages in a frame, as the account lists them; by default none. */
export async function getEmbedOrigins({ ctx }: { ctx: Context }): Promise<string[]> {
  const { actor, db } = requireSession(ctx);
  const account = await db.prisma.account.findUniqueOrThrow({
    where: { id: actor.accountId },
    select: { embedOrigins: true },
  });
  return account.embedOrigins;
}

/**
 * Replaces them; pages that are opened from now on follow the new list. For people alone: a key that leaks must not decide which
 * sites may lay their own pages around a live page. ERROR_BAD_REQUEST for what is no origin, and for too many.
 */
export async function setEmbedOrigins({ ctx, input }: Args<{ origins: readonly string[] }>): Promise<void> {
  const { actor, db } = requireSession(ctx);
  const embedOrigins = [...new Set(input.origins.map(readOrigin))];
  if (embedOrigins.length > limits.embedOrigins)
    throw new InvalidProperty("origins", `At most ${limits.embedOrigins} origins can be listed.`);
  await db.prisma.account.update({ where: { id: actor.accountId }, data: { embedOrigins } });
}

/** What a header may have: no wildcard, and nothing that would begin another directive. */
const originShape = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

function readOrigin(text: string): string {
  const url = URL.parse(text.trim());
  if (!url || url.href !== `${url.origin}/` || !originShape.test(url.origin))
    throw new InvalidProperty(
      "origins",
      `“${text.trim().slice(0, 100)}” is not an origin. Write it such as https://app.example.com, without a path.`,
    );
  return url.origin;
}
