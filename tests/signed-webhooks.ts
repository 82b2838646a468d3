import { Webhook } from "standardwebhooks";

/** Callbacks as another implementation of Standard Webhooks signs them, and what is none, for the clients of each language. */

export const webhookSecret = `whsec_${btoa("a secret of thirty-two characters")}`;

type Signed = [what: string, body: string, headers: Record<string, string>];

const body = '{"errorId":0,"taskId":7,"note":"größer","amount":1.10}';
const good = signed();
const replaced = signed({ by: `whsec_${btoa("the secret that comes after this one")}` });
const both = `v1,%% v2,ä ${replaced["webhook-signature"]} ${good["webhook-signature"]}`;

export const goodWebhooks: Signed[] = [
  ["signed", body, good],
  [
    "signed, in capitals",
    body,
    Object.fromEntries(Object.entries(good).map(([name, value]) => [name.toUpperCase(), value])),
  ],
  ["signed with two secrets, as while one is being replaced", body, { ...good, "webhook-signature": both }],
];

/** `ahead`: seconds by which one from the future is, more than the five minutes that clocks may differ. */
export const forgedWebhooks = (ahead: number): Signed[] => [
  ["unsigned", body, {}],
  ["signed with another secret", body, replaced],
  ["changed", body.replace("7", "8"), good],
  ["old", body, signed({ at: new Date(Date.now() - 301_000) })],
  ["from the future", body, signed({ at: new Date(Date.now() + ahead * 1_000) })],
  ["of another id", body, { ...good, "webhook-id": "msg_2" }],
  ["of another time", body, { ...good, "webhook-timestamp": String(Math.floor(Date.now() / 1_000) - 60) }],
];

function signed({ at = new Date(), by = webhookSecret } = {}) {
  return {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(by).sign("msg_1", at, body),
  };
}
