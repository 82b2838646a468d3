"use client";

import type { LiveState } from "@gatepost/contract/live";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/form.tsx";
import { countdown, timeOfDay } from "../../format/time.ts";
import { LiveAsked } from "./live-asked.tsx";
import { type LiveConnection, type LiveOpening, type LiveSnapshot, useLive } from "./live-connection.ts";
import { LiveScreen, pressKey } from "./live-screen.tsx";

/** Those that a phone's keyboard lacks. */
const phoneKeys = [
  { label: "Tab", key: "Tab", keyCode: 9 },
  { label: "↑", key: "ArrowUp", keyCode: 38 },
  { label: "↓", key: "ArrowDown", keyCode: 40 },
  { label: "Esc", key: "Escape", keyCode: 27 },
];

interface Props {
  opening: LiveOpening;
  /** The task waits for a person to do something on the page. */
  isAsked?: boolean;
  attach?: (connection: LiveConnection | undefined) => void;
  /** What is done becomes steps: the page is taken over from the start, and not handed back. */
  isRecorded?: boolean;
  overlay?: ReactNode;
}

/**
 * A task's browser as it is: its windows, the address, who controls it, the time left, and the page itself, which somebody may take
 * over and hand back.
 */
export function LivePage({ opening, isAsked = false, attach, isRecorded = false, overlay }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const keyboard = useRef<HTMLTextAreaElement>(null);
  const [choosing, setChoosing] = useState(false);
  const choices = useId();
  const { status, since, state, connection } = useLive(opening, canvas);
  useEffect(() => {
    attach?.(connection);
    return () => attach?.(undefined);
  }, [attach, connection]);
  const isLive = status === "live";
  const { width = 1280, height = 720 } = state?.width ? state : {};
  const isYours = isLive && state?.controller?.isYou === true;
  const controls = useRef<HTMLDivElement>(null);
  const wasYours = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (wasYours.current !== isYours && !isRecorded && document.activeElement === document.body)
      controls.current?.querySelector<HTMLElement>("button:last-child")?.focus({ preventScroll: true });
    wasYours.current = isYours;
  }, [isYours, isRecorded]);
  const handBack = (at: string) => {
    setChoosing(false);
    connection.send({ type: "handBack", at });
  };
  return (
    <div className="min-w-0">
      <LiveBar
        state={state}
        of={isRecorded ? "recording" : "task"}
        choose={isYours ? (id) => connection.send({ type: "tab", id }) : undefined}
      />
      <div ref={controls} className="flex min-h-11 flex-wrap items-center gap-2 py-1">
        <p role="status" className={`min-w-40 flex-1 text-13 ${state?.controller ? "text-waits" : "text-muted"}`}>
          {sentence(status, since, state)}
        </p>
        {isLive && state?.mayControl && !state.controller && !isRecorded && (
          <Button
            size="small"
            variant={isAsked ? "main" : "plain"}
            unavailable={state.isTaking}
            onClick={() => connection.send({ type: "take" })}
          >
            Take over
          </Button>
        )}
        {isYours && (
          <>
            <Button size="small" className="lg:hidden" onClick={() => keyboard.current?.focus({ preventScroll: true })}>
              Keyboard
            </Button>
            {!isRecorded && (
              <Button
                size="small"
                variant="main"
                aria-expanded={choosing}
                aria-controls={choices}
                onClick={() => setChoosing(!choosing)}
              >
                Hand back
              </Button>
            )}
          </>
        )}
      </div>
      {isYours && state && (
        <div id={choices} hidden={!choosing} className="mb-2 space-y-2">
          <HandBack state={state} handBack={handBack} />
        </div>
      )}
      {isYours && state && <LiveAsked state={state} send={(input) => connection.send(input)} />}
      <div
        style={{ maxWidth: `calc(var(--live-height, 78vh) * ${width / height})` }}
        className={`relative rounded-field border ${state?.controller ? "border-2 border-waits" : "border-line"}`}
      >
        <LiveScreen
          canvas={canvas}
          keyboard={keyboard}
          width={width}
          height={height}
          connection={connection}
          isSeen={isLive || status === "lost"}
          isDimmed={!isLive}
          isControlled={isYours}
        />
        {overlay}
      </div>
      {isYours && (
        <>
          <fieldset aria-label="Keys" className="mt-2 hidden gap-2 pointer-coarse:flex">
            {phoneKeys.map(({ label, key, keyCode }) => (
              <Button
                key={key}
                size="small"
                aria-label={key}
                // The field of the phone's keyboard keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pressKey(connection, key, keyCode)}
              >
                {label}
              </Button>
            ))}
          </fieldset>
          <p id="live-keys" className="mt-1 text-12 text-muted">
            <span className="pointer-coarse:hidden">Keys go to the page. Shift and Escape together leave it. </span>
            <span className="hidden pointer-coarse:inline">Two fingers enlarge, move and scroll the page. </span>
            Drop-down menus are not shown: choose with ↑ and ↓. Password fields are covered.
          </p>
        </>
      )}
    </div>
  );
}

/** Where the task goes on: at the step at which it was taken over, at the next one, or at a later one. */
function HandBack({ state, handBack }: { state: LiveState; handBack: (at: string) => void }) {
  const [chosen, setChosen] = useState<string>();
  const [next, ...later] = state.laterSteps;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button size="small" className="max-w-full" onClick={() => handBack("again")}>
          <span className="truncate">Again: {state.step}</span>
        </Button>
        <Button size="small" className="max-w-full" onClick={() => handBack("next")}>
          <span className="truncate">Next: {next?.sentence ?? "the end"}</span>
        </Button>
      </div>
      {later.length > 0 && (
        <div className="flex flex-wrap items-end gap-2">
          <SelectField
            place="min-w-0 flex-1 basis-60"
            label="If you have done the next steps yourself"
            value={chosen ?? ""}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="">Choose the step to continue with</option>
            {later.map(({ place, sentence }) => (
              <option key={place} value={place}>
                {place} · {sentence}
              </option>
            ))}
          </SelectField>
          <Button disabled={!chosen} onClick={() => chosen && handBack(chosen)}>
            Continue there
          </Button>
        </div>
      )}
    </>
  );
}

/** Who controls the page, or why it cannot be seen. */
function sentence(status: LiveSnapshot["status"], since: LiveSnapshot["since"], state: LiveSnapshot["state"]): string {
  switch (status) {
    case "connecting":
      return "Connecting to the browser…";
    case "live":
      if (state?.controller)
        return state.controller.isYou ? "You control the page." : `${who(state.controller.name)} controls the page.`;
      return state?.isTaking ? "Taking over as soon as the step is done…" : "The task controls the page.";
    case "lost":
      return `The connection was cut at ${since ? `${timeOfDay(since, "UTC")} UTC` : ""}. Reconnecting…`;
    case "unreachable":
      return "The live page cannot be reached. Everything else on this page works.";
    case "full":
      return "This page is open in too many places. Trying again…";
    case "denied":
      return "You no longer have access to this page.";
    case "over":
      return "The browser is closed.";
  }
}

/** A link has no name of its own, and whoever has it is meant. */
const who = (name: string): string => (/^(?:answer|live) link /.test(name) ? `Somebody with ${name}` : name);

interface BarProps {
  state: LiveState | undefined;
  /** Whose time is left. */
  of: "recording" | "task";
  /** Shows another window; undefined for somebody who does not control the page. */
  choose?: ((id: number) => void) | undefined;
}

/** The windows if there are several, the address, and the time left. */
function LiveBar({ state, of, choose }: BarProps) {
  const shown = state?.tabs.find(({ id }) => id === state.shown);
  return (
    <div className="text-13">
      {state && state.tabs.length > 1 && (
        <div role="tablist" aria-label="Windows" className="flex gap-1 overflow-x-auto pb-1">
          {state.tabs.map(({ id, url }) => (
            <button
              key={id}
              type="button"
              role="tab"
              aria-selected={id === state.shown}
              title={url}
              disabled={!choose}
              onClick={() => choose?.(id)}
              className={`max-w-48 truncate rounded-field border px-2 py-1 ${id === state.shown ? "border-accent" : "border-line text-muted"}`}
            >
              {windowName(url, state.tabs)}
            </button>
          ))}
        </div>
      )}
      <div className="flex min-h-8 items-center gap-3">
        <span className="min-w-0 flex-1 truncate font-mono text-muted" title={shown?.url}>
          <Address url={shown?.url ?? ""} />
        </span>
        {state && (
          <span className="shrink-0 text-muted tabular-nums">
            {countdown(state.secondsLeft)} left for the {of}
          </span>
        )}
      </div>
    </div>
  );
}

/** URL.parse is not in Safari 17. */
const parsedUrl = (url: string) => (URL.canParse(url) ? new URL(url) : undefined);

/** Its host, or its path where another window has the same host. */
function windowName(url: string, tabs: LiveState["tabs"]): string {
  const { host, pathname } = parsedUrl(url) ?? {};
  if (!host) return "Empty window";
  const ofHost = tabs.filter((tab) => parsedUrl(tab.url)?.host === host);
  return ofHost.length > 1 ? (pathname ?? host) : host;
}

/** With the host emphasised, because that is what a page cannot choose. */
function Address({ url }: { url: string }) {
  const { host } = parsedUrl(url) ?? {};
  if (!host) return <>{url}</>;
  const at = url.indexOf(host);
  return (
    <>
      {url.slice(0, at)}
      <strong className="font-semibold text-ink">{host}</strong>
      {url.slice(at + host.length)}
    </>
  );
}
