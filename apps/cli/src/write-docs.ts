import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stepsMarkdown } from "@gatepost/contract/template-guide/step-sections";
import { ROOT } from "./root.ts";

/** `npm run docs`: writes the pages that are generated. a test fails if one is out of date. */
await writeFile(join(ROOT, "docs/steps.md"), stepsMarkdown());
