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
  const { mutate, error, variables, isPending, isSuccess } = trpc.templates.save.useMutation();
  const { document, text } = edited;
  const target = typeof document?.name === "string" ? document.name.trim() : "";
  const isOther = saved.builtIn || target !== name;

  const expected = isOther ? 0 : base.version;
  function save(ifVersion: number | undefined) {
    if (!document || isPending) return;
    mutate(
      { template: document, ifVersion },
      {
        onSuccess: ({ version }) => {
          setBase({ version, text });
          // An editor that is opened again begins with what is remembered of the template.
          if (target !== name) void client.templates.get.reset({ name: target });
          if (isOther) router.replace(templatePath(target));
        },
      },
    );
  }
  // It is said of the name, which is not refused otherwise once the template has it.
  const isConflict = Boolean(variables?.ifVersion) && error?.data?.fields?.[0]?.property === "name";
  return {
    save: () => save(expected),
    isConflict,
    /** Saves it in place of what somebody else has saved, unless it has got another name since. */
    saveAnyway: () => save(isOther ? 0 : undefined),
    /** What somebody else has saved was looked at, and restored. */
    restored: (version: number) => setBase({ ...base, version: Math.max(base.version, version) }),
    error,
    version: base.version,
    isSaving: isPending,
    isSaved: isSuccess && text === base.text,
    isUnsaved: text !== base.text,
  };
}

export type Saving = ReturnType<typeof useSave>;

export type SavedTemplate = Answers["templates"]["get"];
