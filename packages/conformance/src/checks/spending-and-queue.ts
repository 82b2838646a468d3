import assert from "node:assert/strict";
import { checkList } from "../check.ts";
import type { Json } from "../http.ts";

const { checks, section, rule, test } = checkList();

export { checks as spendingAndQueue };

section("gatepost", "8");
rule("The default is 23 hours ago, so that the last one is the current hour. `dateTill` = `dateFrom` + 3599.");
test("Spending is 24 whole hours, ascending, the last one the current one by default", async (service) => {
  for (const date of [undefined, null, 1_672_185_600, "1672185600", 1_672_185_999]) {
    const from = Math.floor(Date.now() / 3_600_000) * 3_600;
    const { data } = await service.succeeds("getSpendingStats", { date });
    const first = date ? 1_672_185_600 : data[23].dateFrom - 23 * 3_600;
    if (!date) assert.ok(data[23].dateFrom === from || data[23].dateFrom === from + 3_600, `${data[23].dateFrom}`);
    const said = data.map(({ dateFrom, dateTill }: Json) => [dateFrom, dateTill]);
    const hours = Array.from({ length: 24 }, (_, n) => [first + n * 3_600, first + n * 3_600 + 3_599]);
    assert.deepEqual(said, hours);
    for (const { volume, money } of data) assert.ok(Number.isInteger(volume) && volume >= 0 && money >= 0);
  }
});
rule("`softId` and `ip` count only tasks created through that application and from that IP address, in any spelling.");
test("Spending of an IP address that is none, or of a time that is none, is ERROR_BAD_REQUEST", async (service) => {
  for (const ip of ["2001:0DB8::0007", "", null]) await service.succeeds("getSpendingStats", { ip });
  await service.fails("getSpendingStats", { ip: "bad" }, "ERROR_BAD_REQUEST", "ip");
  for (const date of ["2026-01-01", -1, 1.5, {}])
    await service.fails("getSpendingStats", { date }, "ERROR_BAD_REQUEST", "date");
});
rule("`queueId` is 25, the number of AntiGateTask's queue; there is no other.");
test("Queue figures need no key, and there is no other queue than 25", async (service) => {
  const body = await service.succeeds("getQueueStats", { clientKey: undefined, queueId: 25 });
  assert.deepEqual(Object.keys(body), ["errorId", "waiting", "load", "bid", "speed", "total", "byTemplate"]);
  assert.ok(body.load >= 0 && body.load <= 100 && body.waiting <= body.total, JSON.stringify(body));
  await service.succeeds("getQueueStats", { queueId: "25" });
  for (const queueId of [undefined, null, 6, "x"])
    await service.fails("getQueueStats", { queueId }, "ERROR_BAD_REQUEST", "queueId");
});
rule("returns the body as it arrived, with `(hidden)` in place of every `clientKey`");
test("test returns the body as it arrived, without keys", async (service) => {
  const body = '{"clientKey":"secret-key","n":[1.10,9007199254740993],"in":{"clientKey":"secret-key"},"é":null}';
  const { text } = await service.post("test", body);
  assert.equal(text, `{"errorId":0,"request":${body.replaceAll("secret-key", "(hidden)")}}`);
});
