"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { MoreButton } from "../../components/more-button.tsx";
import { Loaded } from "../../components/notice.tsx";
import { trpc } from "../../trpc/client.tsx";
import { itemsOf, pages } from "../../trpc/pages.ts";
import { TemplateRow } from "./template-row.tsx";

/** The account's own templates or the built-in ones; `children` is shown if there is none. */
export function TemplateList({
  title,
  builtIn,
  search,
  children,
}: {
  title: string;
  builtIn: boolean;
  search: string;
  children: ReactNode;
}) {
  const id = useId();
  const list = trpc.templates.list.useInfiniteQuery(
    { builtIn, search },
    { ...pages, placeholderData: keepPreviousData },
  );
  const templates = itemsOf(list.data);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold text-14">
        {title}
      </h2>
      <Loaded query={list} skeleton="h-32 w-full">
        {templates?.length === 0 ? (
          children || <p className="text-muted">No template's name contains “{search}”.</p>
        ) : (
          <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
            {templates?.map((template) => (
              <TemplateRow key={template.templateId} {...template} />
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton pages={list} />
    </section>
  );
}
