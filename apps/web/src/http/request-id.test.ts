import { expect, test } from "vitest";
import { requestIdOf } from "./answer.ts";

test.for(["7", "order-118.2", "0b6f2a1e-5a86-4c1b-9a43-1d2f0c7be9a1", "a".repeat(64)])(
  "a short and plain id of the caller is kept: %s",
  (sent) => expect(requestIdOf(sent)).toBe(sent),
);

test.for([undefined, "", " 7", "a".repeat(65), "gp_4Xv", "7, 8", '7","level":"error', "7\n8", "7<b>", "é", ["7", "8"]])(
  "in place of any other there is a new one: %j",
  (sent) => expect(requestIdOf(sent)).toMatch(/^[0-9a-f]{12}$/),
);
