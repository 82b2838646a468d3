import { limits } from "@gatepost/contract/limits";
import { modes } from "@gatepost/contract/modes";
import { listCommissions } from "@gatepost/domain/money/ledger";
import type { Args } from "@gatepost/domain/platform/context";
import { units } from "@gatepost/domain/statistics/days";
import { getAppStats, getErrors } from "@gatepost/domain/statistics/get-app-stats";
import { getFunnel, getOverview } from "@gatepost/domain/statistics/get-overview";
import { getWaitStats } from "@gatepost/domain/statistics/get-wait-stats";
import { addNote, explainPoint, listNotes, removeNote } from "@gatepost/domain/statistics/notes";
import { z } from "zod";
import { listInputWith, longRowId, rowId, softId } from "../inputs.ts";
import { asCaller, forAccount, reader, router, signedIn } from "../procedures.ts";

const mode = z.enum(modes);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** Unlike the JSON method's, a range by week or month may be longer than a year. */
const range = z.object({ softId, from: day, to: day, timezone: z.string().max(64), unit: z.enum(units).optional() });
/** The first day of a period must leave it an end in a year of four digits, however long the range is. */
const baseline = z.union([
  z.enum(["previous", "year"]),
  z.iso.date().refine((first) => first >= limits.reportFirstDay && first < "9900"),
]);
const compared = range.extend({ baseline: baseline.optional() });

/** What tasks came to: the errors by code, and the funnel. */
async function getOutcomes(asked: Args<z.infer<typeof compared>>) {
  const [errors, funnel] = await Promise.all([getErrors(asked), getFunnel(asked)]);
  return { errors, funnel };
}

/** Reports: of one application, for its owner and for readers of its share links. */
export const statsRouter = router({
  /** Of the signed-in account, whatever the application. */
  waits: signedIn.input(z.object({ days: z.int().min(1).max(30) })).query(forAccount(getWaitStats)),
  overview: reader.input(compared).query(asCaller(getOverview)),
  chart: reader.input(range.extend({ mode, unit: z.enum([...units, "hour"]).optional() })).query(asCaller(getAppStats)),
  outcomes: reader.input(compared).query(asCaller(getOutcomes)),
  explain: reader.input(z.object({ softId, mode, day, timezone: z.string().max(64) })).query(asCaller(explainPoint)),
  commissions: signedIn
    .input(listInputWith(range.omit({ unit: true }).shape, longRowId))
    .query(asCaller(listCommissions)),
  notes: reader.input(listInputWith(range.partial({ timezone: true }).shape)).query(asCaller(listNotes)),
  addNote: signedIn.input(z.object({ softId, day, text: z.string().max(1_000) })).mutation(asCaller(addNote)),
  removeNote: signedIn.input(z.object({ softId, noteId: rowId })).mutation(asCaller(removeNote)),
});
