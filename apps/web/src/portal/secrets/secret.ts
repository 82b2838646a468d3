import type { Answers } from "../../trpc/client.tsx";

/** A stored secret without its value. */
export type Secret = Answers["secrets"]["list"]["items"][number];
