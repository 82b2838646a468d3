import { limits } from "@gatepost/contract/limits";
import type { Method } from "@gatepost/contract/method";
import type { AppContext } from "@gatepost/domain/context";
import { refuse } from "@gatepost/domain/errors";
import { authenticate } from "@gatepost/domain/key/authenticate";
import { isKeyShaped } from "@gatepost/domain/key/key";
import type { Call } from "./call.ts";

/**
 * The key in a call's header Authorization; undefined if there is none, or the method takes no large bodies. What is no key
 * is ignored: a proxy may have sent it for a purpose of its own.
 */
export function sentKey(method: Method, call: Call): string | undefined {
  if (!method.takesLargeBodies) return undefined;
  const sent = /^bearer +(\S+) *$/i.exec(call.header("authorization") ?? "")?.[1];
  return isKeyShaped(sent) ? sent : undefined;
}

/** The bytes that the body of a call may have. Throws the refusal of the key that was sent before the body. */
export async function bodyLimit(app: AppContext, { address }: Call, key: string | undefined): Promise<number> {
  if (key === undefined) return limits.bodyBytes;
  const { refusal } = await authenticate({ app, clientKey: key, address });
  if (refusal) refuse(refusal);
  return app.settings.largeBodyBytes;
}
