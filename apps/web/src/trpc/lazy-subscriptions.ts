import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { PortalRouter } from "../server/router.ts";

/** Passes on all calls but subscriptions, whose code is loaded with the first of them. */
export const lazySubscriptions: TRPCLink<PortalRouter> = (runtime) => {
  const link = () => import("./subscription-link.ts").then((module) => module.subscriptionLink()(runtime));
  let loaded: ReturnType<typeof link> | undefined;
  return ({ op, next }) => {
    if (op.type !== "subscription") return next(op);
    loaded ??= link();
    return observable((observer) => {
      let isOver = false;
      let end = () => {};
      loaded?.then(
        (request) => {
          if (!isOver) end = request({ op, next }).subscribe(observer).unsubscribe;
        },
        (error) => {
          loaded = undefined;
          observer.error(error);
        },
      );
      return () => {
        isOver = true;
        end();
      };
    });
  };
};
