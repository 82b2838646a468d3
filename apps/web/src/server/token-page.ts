import type { AppContext } from "@gatepost/domain/context";
import { tooMany } from "../answer/message-pages.ts";
import { openContainer } from "./container.ts";
import { isOverLimit } from "./over-limit.ts";

type Respond = (app: AppContext, token: string, request: Request) => Promise<Response>;
type Handler = (request: Request, segments: { params: Promise<{ token: string }> }) => Promise<Response>;

/** The handlers of a link's route: `show` responds with its page, and `act` does what a person confirmed there. */
export function tokenPage(show: Respond, act: Respond): Record<"GET" | "POST", Handler> {
  const handlerOf =
    (respond: Respond): Handler =>
    async (request, { params }) => {
      if (await isOverLimit(request.headers)) return tooMany();
      return respond(openContainer().app, (await params).token, request);
    };
  return { GET: handlerOf(show), POST: handlerOf(act) };
}
