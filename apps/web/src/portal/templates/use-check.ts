"use client";

import { useEffect, useRef, useState } from "react";
import { type Answers, trpc } from "../../trpc/client.tsx";
import type { JsonObject } from "./document/json.ts";

export type Checked = Answers["templates"]["check"];

const restMs = 300;

/** The result of checking the document, a moment after the latest edit; null until the first response. */
export function useCheck(document: JsonObject | null): { checked: Checked | null; isCurrent: boolean } {
  const [answer, setAnswer] = useState<{ of: JsonObject; checked: Checked } | null>(null);
  const { mutateAsync } = trpc.templates.check.useMutation();
  const latest = useRef<JsonObject>(null);
  useEffect(() => {
    latest.current = document;
    if (!document) return;
    const timer = setTimeout(() => {
      mutateAsync({ template: document }).then(
        (checked) => latest.current === document && setAnswer({ of: document, checked }),
        // Shown again by the next edit, or by saving.
        () => {},
      );
    }, restMs);
    return () => clearTimeout(timer);
  }, [document, mutateAsync]);
  return { checked: answer?.checked ?? null, isCurrent: answer !== null && answer.of === document };
}
