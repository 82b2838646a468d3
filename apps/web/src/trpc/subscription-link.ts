import { httpSubscriptionLink } from "@trpc/client";
import { transformer } from "./transport.ts";

/** Subscriptions come as server-sent events. */
export const subscriptionLink = () => httpSubscriptionLink({ url: "/api/trpc", transformer });
