import type { Answers } from "../../trpc/client.tsx";

export type SavedTemplate = Answers["templates"]["get"];
