/** Sums by label of one metric over one span of time. */
export type Sums = ReadonlyMap<string, number>;

/** A span that a report covers, in Unix seconds: a day in some zone, or all the time before a day. */
export interface Span {
  begin: number;
  end: number;
}

/**
 * Past days change only by a correction, which increments the application's revision. So a process caches their sums,
 * and a report reads today alone. The key is the span, not its name, so that zones with equal days share entries.
 */
export function dayCache(max = 200_000) {
  const applications = new Map<number, { revision: number; spans: Map<string, Sums> }>();
  let size = 0;

  function spansOf(softId: number, revision: number): Map<string, Sums> {
    const known = applications.get(softId);
    if (known?.revision === revision) return known.spans;
    size -= known?.spans.size ?? 0;
    const spans = new Map<string, Sums>();
    applications.set(softId, { revision, spans });
    return spans;
  }

  return {
    get(softId: number, revision: number, metric: string, { begin, end }: Span): Sums | undefined {
      return spansOf(softId, revision).get(`${metric} ${begin} ${end}`);
    },
    set(softId: number, revision: number, metric: string, { begin, end }: Span, sums: Sums): void {
      // Rarely reached. The cache is then cleared, which is simpler than tracking the least used span.
      if (size >= max) {
        applications.clear();
        size = 0;
      }
      const spans = spansOf(softId, revision);
      const before = spans.size;
      spans.set(`${metric} ${begin} ${end}`, sums);
      size += spans.size - before;
    },
  };
}

export type DayCache = ReturnType<typeof dayCache>;
