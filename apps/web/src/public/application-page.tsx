import type { PublicApplication } from "@gatepost/domain/applications/applications";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ApplicationIcon } from "../components/icons.tsx";
import { renderMarkdown, summarize } from "./markdown.ts";

export function ApplicationCard({ application }: { application: PublicApplication }) {
  const { softId, name, description, homepage, downloadUrl, version, links, demo, icon, screenshots } = application;
  return (
    <article className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:gap-x-16 lg:gap-y-6">
      <div className="min-w-0">
        {demo && (
          <p className="mb-4 inline-block rounded-field border border-muted border-dashed px-2 py-0.5 text-12 text-muted">
            Sample data: this application and its history are made up.
          </p>
        )}
        <div className="flex items-center gap-4">
          <ApplicationIcon softId={softId} name={name} icon={icon} />
          <h1 className="min-w-0 font-semibold text-28 tracking-tight sm:text-40">{name}</h1>
        </div>
      </div>
      {/* Before a long description on a phone. */}
      <aside
        aria-label="Get the application"
        className="h-fit rounded-panel border border-line bg-panel p-5 lg:col-start-2 lg:row-span-2 lg:row-start-1"
      >
        {downloadUrl ? (
          <>
            {/* A plain link: the router must not fetch it ahead of a click, since the click is what is counted. */}
            <a
              href={`/apps/${softId}/download`}
              rel="nofollow"
              className="flex h-11 items-center justify-center rounded-field bg-accent px-4 font-semibold text-on-accent hover:bg-accent-strong"
            >
              {/* A button omits a long name, which the heading has. */}
              Download {name.length <= 24 ? name : "now"}
            </a>
            <p className="mt-2 text-13 text-muted">From {hostOf(downloadUrl)}</p>
          </>
        ) : (
          <p className="text-muted">No download yet.</p>
        )}
        <dl className="mt-5 space-y-3 border-line border-t pt-4 text-13">
          {version && <Fact name="Version">{version}</Fact>}
          {homepage && (
            <Fact name="Website">
              <OwnersLink href={homepage}>{hostOf(homepage)}</OwnersLink>
            </Fact>
          )}
          {links.length > 0 && (
            <div>
              <dt className="text-muted">Links</dt>
              {links.map(({ label, url }) => (
                <dd key={`${label} ${url}`}>
                  <OwnersLink href={url}>{label}</OwnersLink>
                </dd>
              ))}
            </div>
          )}
          <div>
            <dt className="text-muted">softId</dt>
            <dd className="font-mono tabular-nums">{softId}</dd>
          </div>
        </dl>
      </aside>
      <div className="min-w-0">
        {description ? (
          <div
            className="markdown max-w-prose text-16 text-muted"
            dangerouslySetInnerHTML={{ __html: renderMarkdown(description) }}
          />
        ) : (
          <p className="text-16 text-muted">Its owner has not described it yet.</p>
        )}
        {screenshots.length > 0 && (
          <ul aria-label="Screenshots" className="mt-10 grid gap-4 sm:grid-cols-2">
            {screenshots.map(({ version, width, height }, index) => (
              <li key={version}>
                <a href={`/apps/${softId}/screenshots/${version}`} className="block rounded-field">
                  <img
                    src={`/apps/${softId}/screenshots/${version}`}
                    alt={`Screenshot ${index + 1} of ${name}`}
                    width={width}
                    height={height}
                    loading="lazy"
                    className="h-auto max-w-full rounded-field border border-line"
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function OwnersLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      rel="nofollow noopener ugc"
      title={hostOf(href)}
      className="text-accent underline underline-offset-4 hover:text-accent-strong"
    >
      {children}
    </a>
  );
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

type Shown = Pick<PublicApplication, "softId" | "name" | "description" | "icon" | "screenshots">;

/**
 * The title and description of an application's page, and what chats show of a link to it (Open Graph, Twitter cards):
 * its first screenshot, otherwise its icon.
 */
export function linkPreview({ softId, name, description, icon, screenshots }: Shown, origin: string): Metadata {
  const page = `${origin}/apps/${softId}`;
  const summary = summarize(description, 160);
  const [screenshot] = screenshots;
  const images = screenshot
    ? [{ ...screenshotImage(screenshot, page), alt: `Screenshot of ${name}` }]
    : icon
      ? [{ url: `${page}/icon?v=${icon}`, type: "image/png", width: 128, height: 128, alt: `Icon of ${name}` }]
      : [];
  const said = { title: name, ...(summary && { description: summary }), images };
  return {
    title: name,
    ...(summary && { description: summary }),
    openGraph: { ...said, type: "website", siteName: "Gatepost", url: page },
    twitter: { ...said, card: screenshot ? "summary_large_image" : "summary" },
  };
}

const screenshotImage = ({ version, width, height }: Shown["screenshots"][number], page: string) => ({
  url: `${page}/screenshots/${version}`,
  type: "image/webp",
  width,
  height,
});
