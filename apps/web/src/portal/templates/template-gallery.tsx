"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { inputClass } from "../../components/control-classes.ts";
import { ConfirmButton } from "../../components/dialog.tsx";
import { List, listPanel } from "../../components/list.tsx";
import { Moment } from "../../components/moment.tsx";
import { Empty, PageHead } from "../../components/panel.tsx";
import { ButtonLink, RowLink, TextLink } from "../../components/text-link.tsx";
import { type Answers, pages, trpc } from "../../trpc/client.tsx";
import { runPath, templatePath } from "./template-path.ts";

export function TemplateGallery() {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  return (
    <>
      <PageHead
        title="Templates"
        actions={
          <>
            <ButtonLink href="/dashboard/record">Record</ButtonLink>
            <ButtonLink href="/dashboard/new-template" variant="main">
              New template
            </ButtonLink>
          </>
        }
      >
        The steps that a task runs in its browser. A task names its template.{" "}
        <TextLink href="/docs/templates">How to write one</TextLink>
      </PageHead>
      <input
        type="search"
        aria-label="Search templates"
        placeholder="Search by name"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={`${inputClass} mb-4 max-w-sm`}
      />
      <div className="space-y-6">
        <TemplateList title="Your templates" builtIn={false} search={search}>
          {search === "" && (
            <Empty title="No templates of your own yet">
              <p>Record what the template should do in a browser here, or copy a built-in one below and change it.</p>
              <ButtonLink href="/dashboard/record">Record a template</ButtonLink>
            </Empty>
          )}
        </TemplateList>
        <TemplateList title="Built-in templates" builtIn search={search}>
          {search !== "" && <p className="text-muted">No built-in template's name contains “{search}”.</p>}
        </TemplateList>
      </div>
    </>
  );
}

interface TemplateListProps {
  title: string;
  builtIn: boolean;
  search: string;
  children: ReactNode;
}

/** The account's own templates or the built-in ones; `children` is shown if there is none. */
function TemplateList({ title, builtIn, search, children }: TemplateListProps) {
  const list = trpc.templates.list.useInfiniteQuery(
    { builtIn, search },
    { ...pages, placeholderData: keepPreviousData },
  );
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-semibold text-14">{title}</h2>
      <List
        query={list}
        skeleton="h-32 w-full"
        empty={children || <p className="text-muted">No template's name contains “{search}”.</p>}
        className={listPanel}
      >
        {(template) => <TemplateRow key={template.templateId} {...template} />}
      </List>
    </section>
  );
}

type Listed = Answers["templates"]["list"]["items"][number];

function TemplateRow({ name, description, variables, version, savedAt, builtIn }: Listed) {
  const given = variables.filter(({ late }) => !late).map((variable) => variable.name);
  const late = variables.filter((variable) => variable.late).map((variable) => variable.name);
  return (
    <li className="relative flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 hover:bg-raised">
      <div className="min-w-56 flex-1">
        <RowLink href={templatePath(name)}>{name}</RowLink>
        {description && <p className="line-clamp-2 max-w-prose text-13 text-muted">{description}</p>}
        {variables.length > 0 && (
          <p className="mt-1 line-clamp-2 font-mono text-12 text-muted">
            {given.join(", ")}
            {late.length > 0 && (
              <span className="text-waits">
                {given.length > 0 && ", "}
                {late.map((one) => `${one} later`).join(", ")}
              </span>
            )}
          </p>
        )}
      </div>
      {!builtIn && (
        <p className="text-right text-13 text-muted tabular-nums">
          version {version}
          <br />
          <Moment at={savedAt} />
        </p>
      )}
      <span className="relative z-10 flex gap-2">
        <ButtonLink href={runPath(name)} aria-label={`Run ${name}`} size="small">
          Run
        </ButtonLink>
        {builtIn ? (
          <ButtonLink href={templatePath(name)} aria-label={`Copy ${name}`} size="small">
            Copy
          </ButtonLink>
        ) : (
          <DeleteTemplate name={name} />
        )}
      </span>
    </li>
  );
}

function DeleteTemplate({ name }: { name: string }) {
  const client = trpc.useUtils();
  const remove = trpc.templates.delete.useMutation({ onSuccess: () => client.templates.get.reset({ name }) });
  return (
    <ConfirmButton
      label="Delete…"
      name={`Delete ${name}`}
      question="Delete this template?"
      action="Delete template"
      act={() => remove.mutateAsync({ name })}
    >
      <span className="font-semibold">{name}</span> and its versions are deleted. Tasks that exist already run to their
      end; new ones that name it are refused.
    </ConfirmButton>
  );
}
