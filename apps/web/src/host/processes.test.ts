import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";

test("the server ends with the code of a process that could not start, also if its channel closes after its end", async () => {
  const script = join(openFolder(), "server.mjs");
  // The process's own child keeps the channel open for a while.
  writeFileSync(
    script,
    `import { spawn } from "node:child_process";
     import cluster from "node:cluster";
     import { runPrimary } from ${JSON.stringify(new URL("./processes.ts", import.meta.url).href)};
     if (cluster.isPrimary) runPrimary(1);
     else {
       spawn("sleep", ["1"], { stdio: ["ignore", "ignore", "ignore", process.channel.fd], detached: true });
       process.exit(78);
     }`,
  );
  expect(await once(spawn(process.execPath, [script]), "exit")).toEqual([78, null]);
});
