import { answerQuestions } from "./helper.ts";
import { openLab } from "./lab.ts";
import type { Measurement } from "./measurement.ts";
import { onDemand, rows } from "./rows.ts";

/** One row in a process of its own, with its own PostgreSQL, so that its errors, leaks and hangs affect no other row. */
answerQuestions(async ({ name, quick }: { name: string; quick: boolean }): Promise<Measurement> => {
  const load = rows[name] ?? onDemand[name];
  if (!load) throw new Error(`There is no row ${name}.`);
  const measure = await load();
  await using lab = await openLab({ quick, statements: name === "p12" });
  const findings = await measure(lab);
  return { findings, postgres: lab.postgres, rounds: lab.rounds, others: [...lab.others] };
});
