import { type ReactNode, useId } from "react";
import type { MorePages } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { List, listPanel } from "../../components/list.tsx";
import type { LoadState } from "../../components/panel.tsx";

interface KeptListProps<Item> {
  id: string;
  title: string;
  actions?: ReactNode;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  list: MorePages & LoadState;
  items: readonly Item[] | undefined;
  children: (item: Item) => ReactNode;
}

export function KeptList<Item>({ id, title, actions, list, ...lines }: KeptListProps<Item>) {
  const labelId = useId();
  return (
    <section id={id} aria-labelledby={labelId} className="scroll-mt-6">
      <div className="mb-2 flex min-h-10 flex-wrap items-center justify-between gap-2">
        <h2 id={labelId} className="font-semibold text-16">
          {title}
        </h2>
        {actions}
      </div>
      <List query={list} skeleton="h-32 w-full" className={listPanel} {...lines} />
    </section>
  );
}

export function KeptItem({ name, children, actions }: { name: string; children: ReactNode; actions: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words font-semibold">{name}</p>
        <div className="space-y-0.5 break-words text-13 text-muted">{children}</div>
      </div>
      <div className="flex gap-2">{actions}</div>
    </li>
  );
}

interface DeleteProps {
  kind: "secret" | "session";
  name: string;
  remove: { mutateAsync: (input: { name: string }) => Promise<unknown> };
  children: ReactNode;
}

export function DeleteKept({ kind, name, remove, children }: DeleteProps) {
  return (
    <ConfirmButton
      label="Delete…"
      name={`Delete ${name}`}
      question={`Delete this ${kind}?`}
      action={`Delete ${kind}`}
      act={() => remove.mutateAsync({ name })}
    >
      <p className="break-words">{children}</p>
    </ConfirmButton>
  );
}
