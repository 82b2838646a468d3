import { type WaitKind, waitKinds } from "@gatepost/contract/wait-kinds";
import type { Args } from "../context.ts";
import { enteredValue } from "../template/entered-value.ts";
import { pushVariable } from "./push-variable.ts";

/** Pushes what a person entered, as a value of the kind that the wait declares; text where it declares none. */
export async function pushEntered({
  ctx,
  input: { entered, ...input },
}: Args<{ taskId: number; name: string; entered: string; wait?: string | undefined }>): Promise<void> {
  // Whose task it is, the push itself decides.
  const { taskId, name } = input;
  const variable = await ctx.db.prisma.variable.findUnique({
    where: { taskId_name: { taskId, name } },
    select: { form: true },
  });
  await pushVariable({ ctx, input: { ...input, value: enteredValue(kindOf(variable?.form), entered) } });
}

function kindOf(form: string | null | undefined): WaitKind {
  const declared: unknown = form?.startsWith("{") ? (JSON.parse(form) as { kind: unknown }).kind : null;
  return waitKinds.find((kind) => kind === declared) ?? "text";
}
