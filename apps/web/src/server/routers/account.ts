import { limits } from "@gatepost/contract/limits";
import { DomainError, isDomainError } from "@gatepost/domain/errors";
import { listLedger } from "@gatepost/domain/money/list-ledger";
import { createUser } from "@gatepost/domain/user/create-user";
import { getPerson } from "@gatepost/domain/user/get-person";
import { isInvited } from "@gatepost/domain/user/invite";
import { hashPassword } from "better-auth/crypto";
import { z } from "zod";
import { authSettings } from "../auth.ts";
import { anybody, router, signedIn } from "../trpc.ts";

const kinds = ["top_up", "hold", "capture", "release", "commission", "refund", "correction"] as const;

export const accountRouter = router({
  /** The person who is signed in; null for nobody, so that a page can ask. */
  me: signedIn.query(({ ctx }) => getPerson({ ctx: ctx.verb })),

  /**
   * Makes an account with its person. An address that is taken gets the same answer, after the same work: whoever has it
   * goes on to sign in, and nobody else learns of it here.
   */
  signUp: anybody
    .input(
      z.object({
        email: z.string().trim().min(3).max(320),
        password: z.string().min(10).max(200),
        invite: z.string().max(limits.urlLength).optional(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { signUp, signUpCredit, limited } = authSettings();
      if (limited && !takeSignUp(ctx.address)) throw new DomainError("ERROR_TOO_MANY_REQUESTS");
      if (signUp === "closed" || (signUp === "invite" && !isInvited(ctx.verb, input.invite ?? "", input.email)))
        throw new DomainError("ERROR_ACCESS_DENIED", "Signing up needs an invitation from the operator.");
      if (!/^[^\s@]+@[^\s@]+$/.test(input.email))
        throw new DomainError("ERROR_BAD_REQUEST", "This is no e-mail address: it needs a form like ada@example.com.");
      const passwordHash = await hashPassword(input.password);
      const made = createUser({
        ctx: { ...ctx.verb, actor: { kind: "system" } },
        input: { email: input.email, passwordHash, account: { balance: signUpCredit } },
      });
      await made.catch((error: unknown) => {
        if (!(isDomainError(error) && error.code === "ERROR_BAD_REQUEST") && !isTwin(error)) throw error;
      });
      return { status: "success" as const };
    }),

  /** The movements of the account's money, the latest first. */
  ledger: signedIn
    .input(z.object({ cursor: z.number().int().positive().optional(), kind: z.enum(kinds).optional() }))
    .query(({ ctx, input }) =>
      listLedger({
        ctx: ctx.verb,
        input: { kind: input.kind, before: input.cursor, accountId: ctx.accountId, limit: ledgerPage },
      }),
    ),
});

const ledgerPage = 50;

/** Two sign-ups of one address at once: the unique index lets one through. */
function isTwin(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "P2002";
}

/** Accounts cost money (the credit) and a slow hash: a few an hour from one address, in each process. */
const signUps = new Map<string, { count: number; until: number }>();
const hour = 3_600_000;
const signUpsAnHour = 10;

function takeSignUp(address: string): boolean {
  const now = Date.now();
  for (const [key, { until }] of signUps) if (until < now) signUps.delete(key);
  const known = signUps.get(address) ?? { count: 0, until: now + hour };
  known.count += 1;
  signUps.set(address, known);
  return known.count <= signUpsAnHour;
}
