import type { Actor } from "@gatepost/domain/platform/context";
import { pushEntered, pushVariable } from "@gatepost/domain/waits/answer-wait";
import { openContainer } from "../../apps/web/src/container.ts";
import type { AnswerWay } from "../../tests/answer-ways.ts";
import { answerQuestions } from "../helper.ts";

export interface VerbCall {
  way: Exclude<AnswerWay, "command">;
  accountId: number;
  taskId: number;
  name: string;
  value: string;
}

const address = "192.0.2.1";

/** The web process's container without HTTP: calls the function of the domain that answers a wait, as each way does. */
const { app } = openContainer();

/** Who answers; the ids are only written down. */
const actors: Record<VerbCall["way"], (call: VerbCall) => Actor> = {
  push: ({ accountId }) => ({ kind: "key", accountId, keyId: 1, readOnly: false, rights: ["tasks"], address }),
  portal: ({ accountId }) => ({ kind: "person", userId: "ada", accountId, address }),
  link: ({ accountId, taskId, name }) => ({ kind: "answer link", accountId, linkId: 1, taskId, name, live: null }),
  inbound: ({ accountId, taskId, name }) => ({ kind: "inbound message", accountId, messageId: 1, taskId, name }),
};

/** Returns when it was called, in nanoseconds of the machine's clock. */
answerQuestions(async (call: VerbCall): Promise<string> => {
  const ctx = { ...app, actor: actors[call.way](call) };
  const { taskId, name, value } = call;
  const called = process.hrtime.bigint();
  if (call.way === "portal") await pushEntered({ ctx, input: { taskId, name, entered: value } });
  else await pushVariable({ ctx, input: { taskId, name, value } });
  return called.toString();
});
