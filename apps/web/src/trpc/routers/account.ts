import { isEmail, normalEmail } from "@gatepost/contract/email";
import { limits } from "@gatepost/contract/limits";
import { getEmbedOrigins, setEmbedOrigins } from "@gatepost/domain/live/open-live";
import { ledgerKinds, listLedger } from "@gatepost/domain/money/ledger";
import { createUser, invitationOf } from "@gatepost/domain/people/create-user";
import { deleteUser } from "@gatepost/domain/people/delete-user";
import { getFirstSteps, getPerson, listDevices, signOutDevice } from "@gatepost/domain/people/people";
import { DomainError, InvalidProperty, isDomainError, readProperties } from "@gatepost/domain/platform/errors";
import { takeAttempt } from "@gatepost/domain/platform/rates";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { userAgentFromString } from "next/server";
import { z } from "zod";
import { commonPasswordMessage, isCommonPassword, mailResetLink } from "../../auth/auth.ts";
import { addressCaller } from "../../http/rate-limit.ts";
import { authSettings } from "../../settings.ts";
import { listInputWith, longRowId } from "../inputs.ts";
import { anybody, forAccount, logged, type PortalContext, router, signedIn } from "../procedures.ts";

const email = z.string().max(320).transform(normalEmail);
/** PostgreSQL has no year 0. */
const day = z.iso
  .date()
  .refine((given) => given >= "0001")
  .optional();

export const accountRouter = router({
  /** The signed-in user; null if there is none, so that a page can ask. */
  me: signedIn.query(({ ctx }) => getPerson({ ctx: ctx.verb })),

  /**
   * Creates an account with its user. A taken address gets the same response, after the same work: its owner can go on
   * to sign in, and nobody else learns of it.
   */
  signUp: anybody
    .use(logged("sign-up"))
    .input(
      z.object({ email, password: z.string().min(10).max(200), invite: z.string().max(limits.urlLength).optional() }),
    )
    .mutation(async ({ ctx, input }) => {
      const { signUp, signUpCredit } = authSettings();
      await limit(ctx, `sign-up ${addressCaller(ctx.address)}`, { max: 10, windowSeconds: 3_600 });
      const invitation = signUp === "invite" ? invitationOf(ctx.verb, input.invite ?? "", input.email) : undefined;
      if (signUp !== "open" && !invitation)
        throw new DomainError("ERROR_ACCESS_DENIED", "Signing up needs an invitation from the operator.");
      const isCommon = await isCommonPassword(input.password);
      readProperties({
        email: () => {
          if (!isEmail(input.email))
            throw new InvalidProperty("email", "This is not an email address. Write one such as ada@example.com.");
        },
        password: () => {
          if (isCommon) throw new InvalidProperty("password", commonPasswordMessage);
        },
      });
      const passwordHash = await hashPassword(input.password);
      const made = createUser({
        ctx: { ...ctx.verb, actor: { kind: "system" } },
        input: { email: input.email, passwordHash, account: { balance: signUpCredit }, invitation },
      });
      await made.catch((error: unknown) => {
        if (!(isDomainError(error) && error.code === "ERROR_BAD_REQUEST") && !isTwin(error)) throw error;
      });
      return { status: "success" as const };
    }),

  firstSteps: signedIn.query(forAccount(getFirstSteps)),

  devices: signedIn.query(async ({ ctx }) => {
    const devices = await listDevices({ ctx: ctx.verb });
    return devices.map(({ userAgent, ...device }) => ({
      ...device,
      name: deviceName(userAgent),
      isThis: device.deviceId === ctx.sessionId,
    }));
  }),

  signOutDevice: signedIn
    .use(logged("sign-out-device"))
    .input(z.object({ deviceId: z.string().max(100) }))
    .mutation(({ ctx, input }) => signOutDevice({ ctx: ctx.verb, input })),

  /** The origins whose pages may show the account's live pages. */
  embedOrigins: signedIn.query(({ ctx }) => getEmbedOrigins({ ctx: ctx.verb })),

  setEmbedOrigins: signedIn
    .use(logged("set-embed-origins"))
    .input(z.object({ origins: z.array(z.string().max(limits.urlLength)).max(100) }))
    .mutation(({ ctx, input }) => setEmbedOrigins({ ctx: ctx.verb, input })),

  /** Deletes the user, and the account with its last user. Requires the password, because a session alone may be stolen. */
  delete: signedIn
    .use(logged("delete"))
    .input(z.object({ password: z.string().max(200) }))
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, `delete ${ctx.verb.actor.userId}`, { max: 5, windowSeconds: 60 });
      return deleteUser({
        ctx: ctx.verb,
        input: { isPassword: (hash) => verifyPassword({ hash, password: input.password }) },
      });
    }),

  /**
   * Requests an email with a link to choose a new password. The response and its timing are the same for an unknown
   * address.
   */
  requestReset: anybody
    .use(logged("request-reset"))
    .input(z.object({ email }))
    .mutation(async ({ ctx, input }) => {
      if (!authSettings().mail)
        throw new DomainError(
          "ERROR_BAD_REQUEST",
          "This installation sends no mail: ask its operator for a new password.",
        );
      await limit(ctx, `reset ${addressCaller(ctx.address)}`, { max: 5, windowSeconds: 3_600 });
      mailResetLink(ctx.verb, input.email);
      return { status: "success" as const };
    }),

  ledger: signedIn
    .input(listInputWith({ kind: z.enum(ledgerKinds).optional(), from: day, to: day }, longRowId))
    .query(forAccount(listLedger)),
});

/** Two sign-ups with one address at once: the unique index lets one through. */
const isTwin = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "P2002";

/** Slow hashes, and accounts with their credit, cost something, so attempts are counted over all web processes. */
async function limit(ctx: PortalContext, key: string, rule: { max: number; windowSeconds: number }): Promise<void> {
  if (authSettings().limited && !(await takeAttempt(ctx.verb, { key, ...rule })))
    throw new DomainError("ERROR_TOO_MANY_REQUESTS");
}

/** A browser and its system for people, such as `Chrome on Windows`. What is not known is left out. */
export function deviceName(userAgent: string): string {
  const { browser, os } = userAgentFromString(userAgent);
  const name = browser.name?.replace(/^Mobile | (?:Headless|WebView)$/g, "") ?? "Unknown browser";
  return os.name ? `${name} on ${os.name}` : name;
}
