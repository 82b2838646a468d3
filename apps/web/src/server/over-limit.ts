import { callerAddress } from "./caller-address.ts";
import { openContainer } from "./container.ts";
import { addressCaller } from "./rate-limit.ts";

/** Whether an address that requests a page is over its limit, for pages that cost the database something. */
export async function isOverLimit(headers: Pick<Headers, "get">): Promise<boolean> {
  const address = callerAddress((name) => headers.get(name));
  return (await openContainer().limiter.take(addressCaller(address))) > 0;
}
