import { openLiveLink } from "@gatepost/domain/waits/answer-links";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { buttonClass } from "../../../components/control-classes.ts";
import { TemplateName } from "../../../components/task-labels.tsx";
import { getContainer } from "../../../opened-container.ts";
import { LivePage } from "../../../portal/live/live-page.tsx";

export const metadata: Metadata = {
  title: "Live page",
  robots: { index: false, follow: false },
  referrer: "same-origin",
};

/**
 * A task's browser for the holder of a link, alone in a window, or in a frame of the answer page or another site. Links that are
 * unknown, revoked or over look the same.
 */
export default async function LinkedLivePage({ params }: PageProps<"/live/[token]">) {
  const { token } = await params;
  const link = await openLiveLink({ app: getContainer().app, token });
  if (!link) notFound();
  const { actor, email, templateName, host } = link;
  const isFramed = (await headers()).get("sec-fetch-dest") === "iframe";
  const isAnswer = actor.kind === "answer link";
  return (
    <main
      id="content"
      tabIndex={-1}
      className={isFramed ? "[--live-height:calc(100vh-8rem)]" : "mx-auto w-full max-w-6xl p-4"}
    >
      <h1 className={isFramed ? "sr-only" : "wrap-anywhere mb-2 font-semibold text-16"}>
        {email} · <TemplateName name={templateName} /> · {host}
      </h1>
      <LivePage opening={{ link: token }} isAsked={actor.live.right === "control"} />
      {isAnswer && !isFramed && (
        <p className="mt-4">
          <a href={`/answer/${token}`} className={buttonClass()}>
            Back to the question
          </a>
        </p>
      )}
    </main>
  );
}
