import type { LiveState } from "@gatepost/contract/live";

interface Props {
  state: LiveState | undefined;
  /** Shows another window; undefined for somebody who does not control the page. */
  choose?: ((id: number) => void) | undefined;
}

/** The windows if there are several, the address, and the time left. */
export function LiveBar({ state, choose }: Props) {
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
              disabled={!choose}
              onClick={() => choose?.(id)}
              className={`max-w-48 truncate rounded-field border px-2 py-1 ${id === state.shown ? "border-accent" : "border-line text-muted"}`}
            >
              {URL.parse(url)?.host || "Empty window"}
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
            {Math.floor(state.secondsLeft / 60)}:{String(state.secondsLeft % 60).padStart(2, "0")} left for the task
          </span>
        )}
      </div>
    </div>
  );
}

/** With the host emphasised, because that is what a page cannot choose. */
function Address({ url }: { url: string }) {
  const { host } = URL.parse(url) ?? {};
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
