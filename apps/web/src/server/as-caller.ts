/** A procedure that calls a verb with its caller and its input. */
export function asCaller<Ctx, Input, Output>(verb: (asked: { ctx: Ctx; input: Input }) => Output) {
  return ({ ctx, input }: { ctx: { verb: Ctx }; input: Input }): Output => verb({ ctx: ctx.verb, input });
}

/** The same for a verb about an account: the caller's own. */
export function forAccount<Ctx, Input extends { accountId: number }, Output>(
  verb: (asked: { ctx: Ctx; input: Input }) => Output,
) {
  return ({ ctx, input }: { ctx: { verb: Ctx; accountId: number }; input: Omit<Input, "accountId"> }): Output =>
    verb({ ctx: ctx.verb, input: { ...input, accountId: ctx.accountId } as Input });
}
