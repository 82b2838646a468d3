import type { Args } from "../context.ts";
import { type Page, type PageInput, readPage } from "../page.ts";
import { requireManager } from "../permission.ts";

/** `kept`: for a wait that opens later. `answering`: its value is being pushed. `replaced`: a later one answered the wait. */
const messageOutcomes = [
  ...(["kept", "answering", "answered", "unused", "replaced", "ambiguous", "refused", "repeated"] as const),
];

type MessageOutcome = (typeof messageOutcomes)[number];

/** An entry of the log of inbound codes: never what a message said. */
interface ListedMessage {
  messageId: number;
  receivedAt: Date;
  sender: string;
  outcome: MessageOutcome;
  ruleName: string | null;
  taskId: number | null;
  /** The variable whose wait it was chosen for. */
  variable: string | null;
  /** Why it was ambiguous. */
  detail: string | null;
}

/** The account's messages with their outcomes, the latest first. */
export async function listMessages({
  ctx,
  input: { accountId, ...input },
}: Args<PageInput & { accountId: number }>): Promise<Page<ListedMessage>> {
  requireManager(ctx, accountId);
  return readPage(
    input,
    async ({ take, after }) => {
      const rows = await ctx.db.prisma.inboundMessage.findMany({
        where: { accountId, ...(after !== null && { id: { lt: after } }) },
        omit: { content: true, fingerprint: true },
        orderBy: { id: "desc" },
        take,
      });
      return rows.map(({ id, receivedAt, sender, outcome, ruleName, taskId, variable, detail }) => ({
        ...{ messageId: id, receivedAt, sender, ruleName, variable, detail },
        outcome: messageOutcomes.find((one) => one === outcome) ?? "unused",
        taskId: taskId === null ? null : Number(taskId),
      }));
    },
    ({ messageId }) => messageId,
  );
}
