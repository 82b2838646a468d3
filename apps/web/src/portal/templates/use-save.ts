import { useRouter } from "next/navigation";
import { useState } from "react";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { ordered, textOf } from "./document.ts";
import { useForms } from "./steps/editor-contexts.ts";
import { templatePath } from "./template-path.ts";
import type { EditedDocument } from "./use-document.ts";

/** What somebody else saved meanwhile; version 0: the template was deleted. */
interface Conflict {
  version: number;
  template: unknown;
}

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
  const { forms } = useForms();
  // 0: the account has no template of this name yet.
  const [base, setBase] = useState({ name, version: saved.builtIn ? 0 : saved.version, text: textOf(initial) });
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isLooking, setIsLooking] = useState(false);
  const { mutate, error, isPending, isSuccess, reset } = trpc.templates.save.useMutation();
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
          setBase({ name: target, version, text });
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
          const current = now && !now.builtIn ? now : null;
          if (current?.version !== ifVersion)
            setConflict({
              version: current?.version ?? 0,
              template: current ? ordered(current.template, forms) : null,
            });
        },
      },
    );
  }
  return {
    save,
    /** Takes over what somebody else saved, in place of one's own changes. */
    takeOver({ version, template }: Conflict) {
      if (!template) return;
      edited.open(template);
      setBase({ name, version, text: textOf(template) });
      setConflict(null);
      reset();
    },
    conflict,
    error: conflict || isLooking ? null : error,
    /** The name under which it was saved last. If that is another one, the page of that name opens. */
    name: base.name,
    version: base.version,
    isSaving: isPending,
    isSaved: isSuccess && text === base.text,
    isUnsaved: text !== base.text,
  };
}

export type Saving = ReturnType<typeof useSave>;

export type SavedTemplate = Answers["templates"]["get"];
