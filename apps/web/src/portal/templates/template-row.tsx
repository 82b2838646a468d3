"use client";

import Link from "next/link";
import { buttonClass } from "../../components/button-class.ts";
import { Moment } from "../../components/moment.tsx";
import type { Answers } from "../../trpc/client.tsx";
import { runPath } from "../run/run-path.ts";
import { DeleteTemplate } from "./delete-template.tsx";
import { templatePath } from "./template-path.ts";

type Listed = Answers["templates"]["list"]["items"][number];

/** A template in the gallery: what it does, what it is given, and when it was changed. */
export function TemplateRow({ name, description, variables, version, savedAt, builtIn }: Listed) {
  const given = variables.filter(({ late }) => !late).map((variable) => variable.name);
  const late = variables.filter((variable) => variable.late).map((variable) => variable.name);
  return (
    <li className="relative flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 hover:bg-raised">
      <div className="min-w-56 flex-1">
        <Link
          href={templatePath(name)}
          prefetch={false}
          className="rounded-field font-semibold after:absolute after:inset-0 after:content-['']"
        >
          {name}
        </Link>
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
        <Link
          href={runPath(name)}
          prefetch={false}
          aria-label={`Run ${name}`}
          className={buttonClass("plain", "small")}
        >
          Run
        </Link>
        {builtIn ? (
          <Link
            href={templatePath(name)}
            prefetch={false}
            aria-label={`Copy ${name}`}
            className={buttonClass("plain", "small")}
          >
            Copy
          </Link>
        ) : (
          <DeleteTemplate name={name} />
        )}
      </span>
    </li>
  );
}
