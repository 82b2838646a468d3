import { httpSubscriptionLink } from "@trpc/client";
import superjson from "superjson";

/** Subscriptions come as server-sent events. */
export const subscriptionLink = () => httpSubscriptionLink({ url: "/api/trpc", transformer: superjson });
