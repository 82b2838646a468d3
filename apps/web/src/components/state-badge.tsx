const states: Record<string, { mark: string; word: string; look: string }> = {
  queued: { mark: "○", word: "Queued", look: "text-muted" },
  running: { mark: "◐", word: "Running", look: "text-accent" },
  waiting: { mark: "●", word: "Waits", look: "text-waits" },
  ready: { mark: "✓", word: "Ready", look: "text-ready" },
  failed: { mark: "✕", word: "Failed", look: "text-failed" },
};

/** A task's state, by sign, word and colour. */
export function StateBadge({ state }: { state: string }) {
  const { mark, word, look } = states[state] ?? { mark: "·", word: state, look: "text-muted" };
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${look}`}>
      <span aria-hidden="true">{mark}</span>
      {word}
    </span>
  );
}
