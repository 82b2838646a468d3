import { answerQuestions, emit } from "../helper.ts";
import { bytesOf, Connection } from "../load/connection.ts";
import type { Taken } from "../rows/waiting.ts";

/** The other side of held-request.ts: given ids, it holds a request for each, and reports the responses as they come. */
const port = Number(process.env.FLOOR_PORT);
const idle: Connection[] = [];

async function wait(id: number): Promise<void> {
  const connection = idle.pop() ?? (await Connection.open(port));
  const request = bytesOf({ verb: "POST", path: "/wait", body: JSON.stringify({ taskId: id }) });
  connection.send(request).then(({ body }) => {
    const at = process.hrtime.bigint().toString();
    emit({ id, value: (JSON.parse(body.toString()) as { value: string }).value, at } satisfies Taken);
    idle.push(connection);
  });
}

answerQuestions(async (ids: number[]) => {
  await Promise.all(ids.map(wait));
});
