import { parseArgs } from "node:util";
import { ensureWeb } from "../apps/cli/src/up/web-build.ts";
import { compare } from "./compare.ts";
import { lineOf } from "./findings.ts";
import { type Measurement, measureApart } from "./measurement.ts";
import { asText, circumstances } from "./report.ts";
import { keepResult, resultsFile } from "./results.ts";
import { onDemand, rows } from "./rows.ts";

/** After this time a row counts as hung. */
const maxSeconds = 900;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    against: { type: "string" },
    turns: { type: "string", default: "5" },
    help: { type: "boolean", default: false },
  },
});
const known = { ...rows, ...onDemand };
const asked = positionals.length > 0 ? positionals : Object.keys(rows);
const unknown = asked.filter((name) => !known[name]);
if (values.help || unknown.length > 0) {
  console.log(`npm run bench [-- ${Object.keys(rows).join(" ")}] [--quick]`);
  console.log("  --against DIR [--turns 5]: beside the same rows of another checkout, whose packages are installed");
  console.log(`Only when asked for: ${Object.keys(onDemand).join(" ")}`);
  process.exit(values.help ? 0 : 1);
}

await ensureWeb();
if (values.against !== undefined) {
  process.env.GATEPOST_BENCH_PEERS = "off";
  for (const name of asked) {
    console.log(`${await compare(name, { against: values.against, turns: Number(values.turns), maxSeconds })}\n`);
  }
  process.exit();
}
const measurements: Measurement[] = [];
/** Rows that could not be measured, with the reason. The others are reported all the same. */
const failures: string[] = [];
for (const [index, name] of asked.entries()) {
  const from = performance.now();
  console.log(`· ${name} (${index + 1} of ${asked.length}) …`);
  try {
    const measurement = await measureApart(name, {
      quick: values.quick,
      maxSeconds,
      say: (line) => console.log(`  ${line}`),
    });
    measurements.push(measurement);
    keep(name, measurement);
    console.log(asText(measurement.findings.map(lineOf)));
  } catch (error) {
    const failure = `${name} could not be measured: ${(error as Error).message}`;
    failures.push(failure);
    keep(name, { failure });
    console.log(failure);
  }
  console.log(`· ${name} took ${((performance.now() - from) / 1_000).toFixed(0)} s\n`);
}
const lines = measurements.flatMap(({ findings }) => findings).map(lineOf);
const where = circumstances(measurements);
console.log([where, asText(lines), ...failures].join("\n\n"));
if (failures.length > 0) process.exitCode = 1;
if (!values.quick) console.log(`Kept in ${resultsFile}.`);

/** A quick run is not a result. Measurements are stored at once, so that an interrupted run loses only its last row. */
function keep(name: string, outcome: Parameters<typeof keepResult>[1]): void {
  if (!values.quick && rows[name]) keepResult(name, outcome, Object.keys(rows));
}
