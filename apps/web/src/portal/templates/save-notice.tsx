"use client";

import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { textOf } from "./document/json.ts";
import type { EditedDocument } from "./use-editing.ts";
import type { Saving } from "./use-save.ts";
import { Difference } from "./versions/difference.tsx";

/** Why the document was not saved, and what can be done; nothing if there is nothing to say. */
export function SaveNotice({ saving, edited }: { saving: Saving; edited: EditedDocument }) {
  const [compares, setCompares] = useState(false);
  const { conflict, error, save, takeOver } = saving;
  if (error) return <Notice tone="failed">{error.message}</Notice>;
  if (!conflict) return null;
  const { version, template } = conflict;
  if (!template)
    return (
      <Notice tone="failed">
        <p>Not saved: somebody else has deleted this template.</p>
        <div className="mt-2">
          <Button size="small" onClick={() => save(0)}>
            Save mine as a new template
          </Button>
        </div>
      </Notice>
    );
  return (
    <Notice tone="failed">
      <p>Not saved: somebody else saved version {version} meanwhile. Yours is still here.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" aria-expanded={compares} onClick={() => setCompares(!compares)}>
          Compare
        </Button>
        <Button size="small" onClick={() => save(version)}>
          Save mine over version {version}
        </Button>
        <Button size="small" variant="danger" onClick={() => takeOver(conflict)}>
          Discard mine, open version {version}
        </Button>
      </div>
      {compares && (
        <div className="mt-3">
          <Difference before={textOf(template)} after={edited.text} />
        </div>
      )}
    </Notice>
  );
}
