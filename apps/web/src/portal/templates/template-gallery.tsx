"use client";

import type { Route } from "next";
import Link from "next/link";
import { useDeferredValue, useState } from "react";
import { buttonClass } from "../../components/button-class.ts";
import { inputClass } from "../../components/input-class.ts";
import { Empty } from "../../components/notice.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { TemplateList } from "./template-list.tsx";

/** The account's own templates, and the built-in ones to begin from. */
export function TemplateGallery() {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  return (
    <>
      <PageHead
        title="Templates"
        actions={
          <Link href={"/dashboard/new-template" as Route} className={buttonClass("main")}>
            New template
          </Link>
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
              <p>Copy a built-in one below and change it, or make one from a recording of your browser.</p>
              <Link href={"/dashboard/new-template" as Route} className={buttonClass()}>
                New template
              </Link>
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
