import { useRouter } from "next/navigation";
import { useState } from "react";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { textOf } from "./document.ts";
import { templatePath } from "./template-path.ts";
import type { EditedDocument } from "./use-document.ts";

interface Props {
  edited: EditedDocument;
  /** The name under which the editor was opened. */
  name: string;
  saved: SavedTemplate;
  initial: unknown;
}

/** Saves the document, unless somebody else saved another version since it was read. */
export function useSave({ edited, name, saved, initial }: Props) {
  const router = useRouter();
  const client = trpc.useUtils();
  // 0: the account has no template of this name yet.
  const [base, setBase] = useState({ version: saved.builtIn ? 0 : saved.version, text: textOf(initial) });
  // The version that somebody else saved meanwhile; 0: the template was deleted.
  const [conflict, setConflict] = useState<number | null>(null);
  const [isLooking, setIsLooking] = useState(false);
  const { mutate, error, isPending, isSuccess } = trpc.templates.save.useMutation();
  const { document, text } = edited;
  const target = typeof document?.name === "string" ? document.name.trim() : "";
  const isOther = saved.builtIn || target !== name;

  /** `over`: the version of somebody else that this one replaces. */
  function save(over?: number) {
    if (!document || isPending) return;
    setConflict(null);
    const ifVersion = over ?? (isOther ? 0 : base.version);
    mutate(
      { template: document, ifVersion },
      {
        onSuccess: ({ version }) => {
          setBase({ version, text });
          // An editor that is opened again begins with what is remembered of the template.
          if (target === name) void client.templates.get.invalidate({ name });
          else void client.templates.get.reset({ name: target });
          void client.templates.list.invalidate();
          void client.templates.versions.invalidate();
          if (isOther) router.replace(templatePath(target));
        },
        onError: async ({ data }) => {
          if (isOther || data?.errorCode !== "ERROR_BAD_REQUEST") return;
          setIsLooking(true);
          const now = await client.templates.get.fetch({ name }, { staleTime: 0 }).catch(() => null);
          setIsLooking(false);
          const current = now && !now.builtIn ? now.version : 0;
          if (current !== ifVersion) setConflict(current);
        },
      },
    );
  }
  return {
    save,
    conflict,
    error: conflict !== null || isLooking ? null : error,
    version: base.version,
    isSaving: isPending,
    isSaved: isSuccess && text === base.text,
    isUnsaved: text !== base.text,
  };
}

export type Saving = ReturnType<typeof useSave>;

export type SavedTemplate = Answers["templates"]["get"];
