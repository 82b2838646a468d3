import { useEffect, useRef, useState } from "react";
import { ActionButton } from "../../components/action-button.tsx";
import { Button } from "../../components/button.tsx";
import { copyText } from "../../components/code-block.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Field, Form, SubmitButton } from "../../components/form.tsx";
import { useFocusWhenGone } from "../../components/page-hooks.ts";
import { Skeleton } from "../../components/panel.tsx";
import { waitName } from "../../components/task-labels.tsx";
import { countdown, moment } from "../../format/time.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";
import { PushForm } from "./push-form.tsx";

type Variable = Answers["tasks"]["get"]["variables"][number];

const moreSeconds = 600;

interface Props {
  taskId: number;
  variable: Variable;
  /** The step whose picture shows the page that asks; null where its place is kept until there is one. */
  pictured?: number | null | undefined;
  /** Among others: what is asked is said here rather than in the page's heading, and the focus stays where it is. */
  inList?: boolean;
}

/**
 * One late value: the page that asks, its field, and what else can be done. Until it is asked for it is folded, and can be
 * pushed early.
 */
export function WaitPanel({ taskId, variable, pictured, inList = false }: Props) {
  const { name, prompt, state, deadline, attempt, awaitedAt } = variable;
  const extend = trpc.tasks.extend.useMutation();
  const [declining, setDeclining] = useState(false);
  const [early, setEarly] = useState(false);
  const panel = useRef<HTMLElement>(null);
  useFocusWhenGone(panel);
  const form = useRef<HTMLDivElement>(null);
  const isAsked = awaitedAt !== null;
  useEffect(() => {
    // Where the person types already, the focus stays. A button does not get it, as a key meant for a field would press it.
    if (isAsked && !inList && !document.activeElement?.matches("input, select, textarea"))
      form.current?.querySelector<HTMLElement>("input, select")?.focus({ preventScroll: true });
  }, [isAsked, inList]);
  return (
    <section ref={panel} className={`rounded-panel border bg-panel p-4 ${awaitedAt ? "border-waits" : "border-line"}`}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className={awaitedAt ? "font-semibold text-14" : "text-14 text-muted"}>
          {awaitedAt && <span className="text-waits">● </span>}
          {awaitedAt ? "Waiting for" : "Will ask for"} {waitName(name)}
        </h2>
        {!awaitedAt && (
          <Button size="small" aria-expanded={early} onClick={() => setEarly(!early)}>
            Answer early<span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      {/* Hidden rather than removed, so that what was typed stays when its turn comes. */}
      <div
        hidden={!awaitedAt && !early}
        className={pictured !== undefined ? "mt-3 gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem]" : ""}
      >
        {pictured ? <WaitPicture taskId={taskId} stepId={pictured} /> : pictured === null && <NoPicture />}
        <div ref={form}>
          {(inList || !awaitedAt) && prompt && (
            <p dir="auto" className="mt-2">
              {prompt}
            </p>
          )}
          {attempt > 1 && <p className="mt-2 text-waits">Attempt {attempt}: the site refused the last answer.</p>}
          <p className="mt-1 text-13 text-muted">
            {state === "supplied" ? (
              "An answer was sent and has not been used yet. Sending another one replaces it."
            ) : deadline ? (
              <>
                <TimeLeft until={deadline} /> to answer
              </>
            ) : (
              "If you answer now, the task will not have to wait at this step."
            )}
          </p>
          <PushForm taskId={taskId} variable={variable} />
          <div className="mt-3 flex flex-wrap gap-2">
            {deadline && (
              <ActionButton size="small" act={() => extend.mutateAsync({ taskId, name, seconds: moreSeconds })}>
                10 more minutes
              </ActionButton>
            )}
            <LinkButtons taskId={taskId} name={name} />
            <Button size="small" aria-expanded={declining} onClick={() => setDeclining(!declining)}>
              Decline…
            </Button>
          </div>
          {declining && <DeclineForm taskId={taskId} name={name} />}
        </div>
      </div>
    </section>
  );
}

/** Asks for the reason, and says what declining does before it is done. */
function DeclineForm({ taskId, name }: { taskId: number; name: string }) {
  const decline = trpc.tasks.decline.useMutation();
  return (
    <Form
      submit={(fields) => decline.mutateAsync({ taskId, name, reason: String(fields.get("reason")) })}
      className="mt-3 max-w-md space-y-2"
    >
      <Field
        label="Reason"
        name="reason"
        required
        maxLength={500}
        hint="The task ends with an error that gives this reason."
      />
      <SubmitButton variant="danger">Decline and end the task</SubmitButton>
    </Form>
  );
}

/** Creates a link to answer, or without a name one to the live page, and copies it; and revokes those that were created. */
export function LinkButtons({ taskId, name }: { taskId: number; name?: string }) {
  const [said, setSaid] = useState("");
  const links = name === undefined ? "live links" : "answer links";
  const answer = trpc.tasks.createLink.useMutation();
  const live = trpc.tasks.createLiveLink.useMutation();
  const revoke = trpc.tasks.revokeLinks.useMutation({
    onSuccess: ({ revoked }) => setSaid(revoked === 1 ? "1 link revoked." : `${revoked} links revoked.`),
  });
  const error = answer.error ?? live.error;
  async function copy(made: Promise<{ path: string }>, what: string) {
    const link = made.then(({ path }) => new URL(path, location.origin).href);
    const isCopied = await copyText(link);
    // Where there is none, the mutation has the error.
    await link
      .then((text) => setSaid(isCopied ? `Copied. Everyone who has the link can ${what}.` : text))
      .catch(() => {});
  }
  return (
    <>
      <Button
        size="small"
        busy={answer.isPending || live.isPending}
        onClick={() =>
          name === undefined
            ? copy(live.mutateAsync({ taskId, control: true }), "take the page over, for 15 minutes")
            : copy(answer.mutateAsync({ taskId, name }), "answer")
        }
      >
        {name === undefined ? "Copy live link" : "Copy answer link"}
      </Button>
      <ConfirmButton
        label={`Revoke ${links}…`}
        question={`Revoke all ${links}?`}
        action={`Revoke ${links}`}
        act={() => revoke.mutateAsync({ taskId, ...(name !== undefined && { name }) })}
      >
        They stop working for everyone who has one. You can create others.
      </ConfirmButton>
      <span role="status" className="wrap-anywhere order-last self-center text-13 text-muted">
        {error ? error.message : said}
      </span>
    </>
  );
}

/** Of a window of the usual size, at most a part of the screen: kept from the start, so that the picture moves nothing when it comes. */
const pictureSize = "aspect-video max-h-[26vh] w-full lg:max-h-[44vh]";

/** In place of the picture, which comes a moment after the wait begins. */
function NoPicture() {
  return (
    <p className={`${pictureSize} grid place-items-center rounded-field border border-line text-13 text-muted`}>
      No screenshot
    </p>
  );
}

/** The page that asks, as wide as the panel and cut to its place until it is clicked, so that the field beside it stays in sight. */
function WaitPicture({ taskId, stepId }: { taskId: number; stepId: number }) {
  const [isWhole, setIsWhole] = useState(false);
  const { data, error } = trpc.tasks.picture.useQuery({ taskId, stepId }, { staleTime: "static" });
  if (error || data?.picture === null) return <NoPicture />;
  if (!data?.picture) return <Skeleton className={pictureSize} />;
  const { mediaType, base64 } = data.picture;
  return (
    <button
      type="button"
      aria-expanded={isWhole}
      aria-label="The page that asks"
      title={isWhole ? "Show a part of the page" : "Show the whole page"}
      onClick={() => setIsWhole(!isWhole)}
      // Flex, because a button would show the middle of a tall picture.
      className={`rounded-field border border-line ${isWhole ? "block w-full overflow-x-auto" : `${pictureSize} flex flex-col overflow-hidden`}`}
    >
      <img
        src={`data:${mediaType};base64,${base64}`}
        alt="The page that asks"
        // On a phone the whole page is in its own size, because its text could not be read otherwise.
        className={isWhole ? "min-w-full max-w-none lg:w-full" : "w-full shrink-0"}
      />
    </button>
  );
}

function TimeLeft({ until }: { until: Date }) {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  if (now === undefined) return <>Until {moment(until)}</>;
  const left = Math.max(0, Math.floor((until.getTime() - now) / 1_000));
  return <span className="tabular-nums">{countdown(left)} left</span>;
}
