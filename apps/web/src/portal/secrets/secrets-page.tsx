"use client";

import { PageHead } from "../../components/page-head.tsx";
import { SecretList } from "./secret-list.tsx";
import { SessionList } from "./session-list.tsx";

/** What the account keeps for its tasks: secrets that templates type, and sessions in which tasks stay signed in. */
export function SecretsPage() {
  return (
    <>
      <PageHead title="Secrets and sessions">
        What your tasks sign in with, and where they stay signed in. Stored encrypted; values are never shown again.
      </PageHead>
      <div className="space-y-8">
        <SecretList />
        <SessionList />
      </div>
    </>
  );
}
