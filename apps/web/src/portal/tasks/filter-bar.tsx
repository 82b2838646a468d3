"use client";

import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { Field, SelectField } from "../../components/field.tsx";
import { shownStates, stateLooks } from "../../components/state-badge.tsx";
import { SubmitButton } from "../../components/submit-button.tsx";
import { trpc } from "../../trpc/client.tsx";
import { spanName } from "../report/span-name.ts";
import { TemplateSelect } from "../templates/template-select.tsx";
import { filterHref, type TaskFilter } from "./task-filter.ts";

/** What the list can be narrowed to. Every choice is in the address, so that it can be kept and shared. */
export function FilterBar({ filter }: { filter: TaskFilter }) {
  const { state, code, softId, templateName, search, ended } = filter;
  const router = useRouter();
  const applications = trpc.applications.list.useQuery({ limit: 100 });
  const show = (changed: TaskFilter) => router.push(filterHref({ ...filter, after: undefined, ...changed }));
  const owned = applications.data?.items ?? [];
  const isOther = softId !== undefined && !owned.some((one) => one.softId === softId);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    show({ search: String(new FormData(event.currentTarget).get("q")).trim() || undefined });
  }
  return (
    <div className="mb-4 space-y-3">
      <nav aria-label="State" className="flex flex-wrap gap-1">
        {[undefined, ...shownStates].map((one) => (
          <Link
            key={one ?? "all"}
            href={filterHref({ ...filter, after: undefined, state: one })}
            aria-current={one === state ? "true" : undefined}
            className={`rounded-field px-3 py-1.5 text-13 ${one === state ? "bg-raised font-semibold" : "text-muted hover:bg-raised hover:text-ink"}`}
          >
            {one ? stateLooks[one].word : "All"}
          </Link>
        ))}
        {code && (
          <Removable
            href={filterHref({ ...filter, after: undefined, code: undefined })}
            name={code}
            drop="show all codes"
          />
        )}
        {ended && (
          <Removable
            href={filterHref({ ...filter, after: undefined, ended: undefined })}
            name={`Ended ${spanName(ended)}, ${ended.timezone}`}
            drop="show all days"
          />
        )}
        {softId && (
          <Removable
            href={filterHref({ ...filter, after: undefined, softId: undefined })}
            name={`softId ${softId}`}
            drop="show all applications"
          />
        )}
      </nav>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_14rem_14rem]">
        <form onSubmit={submit} className="flex items-end gap-2 sm:col-span-2 lg:col-span-1">
          <div className="min-w-0 grow">
            <Field
              key={search}
              label="Search"
              name="q"
              type="search"
              maxLength={200}
              defaultValue={search}
              placeholder="Task id, URL, template or error"
            />
          </div>
          <SubmitButton>Search</SubmitButton>
        </form>
        <TemplateSelect
          label="Template"
          none="Any"
          value={templateName ?? ""}
          onChange={({ target }) => show({ templateName: target.value || undefined })}
        />
        <SelectField
          label="Application"
          value={softId ?? ""}
          onChange={({ target }) => show({ softId: Number(target.value) || undefined })}
        >
          <option value="">Any</option>
          {isOther && <option value={softId}>softId {softId}</option>}
          {owned.map((one) => (
            <option key={one.softId} value={one.softId}>
              {one.name}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}

/** A filter that has no field here, and a way to remove it. */
function Removable({ href, name, drop }: { href: Route; name: string; drop: string }) {
  return (
    <Link href={href} className="rounded-field border border-line px-3 py-1.5 text-13 hover:border-muted">
      {name} <span aria-hidden="true">✕</span>
      <span className="sr-only">, {drop}</span>
    </Link>
  );
}
