"use client";

import { useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Moment } from "../../components/moment.tsx";
import { Empty } from "../../components/notice.tsx";
import { trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/pages.ts";
import { DeleteSecret } from "./delete-kept.tsx";
import { KeptItem, KeptList } from "./kept-list.tsx";
import type { Secret } from "./secret.ts";
import { SecretDialog } from "./secret-dialog.tsx";

/** The stored secrets: names and domains. */
export function SecretList() {
  const list = trpc.secrets.list.useInfiniteQuery({}, pages);
  const secrets = itemsOf(list.data);
  const heading = useRef<HTMLHeadingElement>(null);
  // What the dialog is about; it keeps showing it while it closes.
  const [edited, setEdited] = useState<Secret | "new" | null>(null);
  const add = (
    <Button variant="main" onClick={() => setEdited("new")}>
      Add secret
    </Button>
  );
  return (
    <>
      <KeptList
        id="secrets"
        title="Stored secrets"
        heading={heading}
        actions={secrets && secrets.length > 0 && add}
        list={list}
        empty={
          <Empty title="No stored secrets yet">
            <p>
              Store a password or the key of an authenticator app once, and your templates type it, without any program
              sending it.
            </p>
            {add}
          </Empty>
        }
      >
        {secrets?.map((secret) => (
          <KeptItem
            key={secret.id}
            name={secret.name}
            actions={
              <>
                <Button size="small" aria-label={`Replace ${secret.name}`} onClick={() => setEdited(secret)}>
                  Replace…
                </Button>
                <DeleteSecret name={secret.name} onDeleted={() => heading.current?.focus()} />
              </>
            }
          >
            <p>
              Typed into pages of <span className="font-mono text-12 text-ink">{secret.domains.join(", ")}</span>
            </p>
            <p>
              {secret.updatedAt.getTime() === secret.createdAt.getTime() ? "stored" : "replaced"}{" "}
              <Moment at={secret.updatedAt} />
            </p>
          </KeptItem>
        ))}
      </KeptList>
      {edited && <SecretDialog key={edited === "new" ? 0 : edited.id} edited={edited} close={() => setEdited(null)} />}
    </>
  );
}
