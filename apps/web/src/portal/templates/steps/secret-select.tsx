"use client";

import { useEffect } from "react";
import { inputClass } from "../../../components/input-class.ts";
import { trpc } from "../../../trpc/client.tsx";
import { itemsOf, pages } from "../../../trpc/pages.ts";
import type { InputProps } from "./value-input.tsx";

/** The name of one of the account's stored secrets, chosen from all of them. */
export function SecretSelect({ value, change, ...props }: InputProps) {
  const list = trpc.secrets.list.useInfiniteQuery({ limit: 100 }, pages);
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const names = itemsOf(list.data)?.map(({ name }) => name);
  const chosen = typeof value === "string" ? value : "";
  const isMissing = chosen !== "" && names !== undefined && !hasNextPage && !names.includes(chosen);
  return (
    <>
      <select
        {...props}
        value={chosen}
        onChange={({ target }) => change(target.value)}
        className={`${inputClass} h-9 text-13`}
      >
        <option value="">Choose a secret</option>
        {chosen !== "" && !names?.includes(chosen) && (
          <option value={chosen}>{isMissing ? `${chosen} (not stored)` : chosen}</option>
        )}
        {names?.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <p className="mt-1 text-12 text-muted">
        {list.error
          ? "The stored secrets could not be loaded. "
          : names?.length === 0
            ? "There are no stored secrets yet. "
            : isMissing
              ? "No secret of this name is stored, so no task can be created. "
              : ""}
        <a href="/dashboard/secrets" target="_blank" rel="noreferrer" className="underline">
          Store a secret<span className="sr-only"> (opens a new tab)</span>
        </a>
      </p>
    </>
  );
}
