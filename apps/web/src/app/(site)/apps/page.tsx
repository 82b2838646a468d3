import { listPublicApplications } from "@gatepost/domain/applications/list-applications";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { Button } from "../../../components/button.tsx";
import { inputClass } from "../../../components/control-classes.ts";
import { ApplicationIcon } from "../../../components/icons.tsx";
import { Empty } from "../../../components/panel.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { callerAddress } from "../../../http/caller-address.ts";
import { softIdIn } from "../../../http/path-ids.ts";
import { addressCaller } from "../../../http/rate-limit.ts";
import { visitor } from "../../../opened-container.ts";
import { summarize } from "../../../public/markdown.ts";

export const metadata: Metadata = {
  title: "Applications",
  description: "Programs that use this service, published by their owners.",
};

/** The public catalogue. Plain links, because a page that the router prefetches would not be a visit. */
export default async function CataloguePage({ searchParams }: PageProps<"/apps">) {
  const asked = await searchParams;
  const search = typeof asked.q === "string" ? asked.q : "";
  const after = softIdIn(asked.after);
  const sent = await headers();
  const caller = addressCaller(callerAddress(sent));
  const { items: applications, next } = await listPublicApplications({
    ctx: visitor(),
    input: { search, after, caller },
  });
  const href = (to: number | undefined) =>
    `/apps?${new URLSearchParams({ ...(search && { q: search }), ...(to !== undefined && { after: String(to) }) })}`;
  return (
    <>
      <h1 className="font-semibold text-28 tracking-tight sm:text-40">Applications</h1>
      <p className="mt-4 max-w-prose text-16 text-muted">Programs that use this service, published by their owners.</p>
      <search className="mt-6">
        <form action="/apps" className="flex max-w-md gap-2">
          <input
            type="search"
            name="q"
            aria-label="Search by name"
            placeholder="Search by name"
            defaultValue={search}
            maxLength={100}
            className={inputClass}
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <div className="mt-8">
        {applications.length === 0 ? (
          <Empty title={search ? "No application matches this name" : "No applications published yet"}>
            <p>
              <TextLink href={search ? "/apps" : "/sign-in"}>
                {search ? "Show all" : "Sign in to register the first one"}
              </TextLink>
            </p>
          </Empty>
        ) : (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {applications.map(({ softId, name, icon, description, demo }) => (
              <li
                key={softId}
                className="relative grid grid-cols-[auto_minmax(0,1fr)] content-start items-center gap-x-3 rounded-panel border border-line bg-panel p-4 hover:border-muted"
              >
                <ApplicationIcon softId={softId} name={name} icon={icon} />
                <h2 className="font-semibold text-16">
                  <a href={`/apps/${softId}`} className="rounded-field after:absolute after:inset-0 after:content-['']">
                    {name}
                  </a>
                </h2>
                {description && (
                  <p className="col-span-2 mt-3 line-clamp-3 text-muted">{summarize(description, 300)}</p>
                )}
                {demo && <p className="col-span-2 mt-2 text-12 text-muted">Sample data</p>}
              </li>
            ))}
          </ul>
        )}
      </div>
      {(after !== undefined || next !== null) && (
        <nav aria-label="Pages" className="mt-6 flex gap-4">
          {after !== undefined && <TextLink href={href(undefined)}>First page</TextLink>}
          {next !== null && <TextLink href={href(next)}>Next page</TextLink>}
        </nav>
      )}
    </>
  );
}
