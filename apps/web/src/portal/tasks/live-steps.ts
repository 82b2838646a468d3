interface StepPage<Step> {
  items: Step[];
  next: number | null;
}

/**
 * Loaded pages of a timeline with steps as they are now: known ones are replaced, and new ones join the last page, unless
 * pages before them are not loaded yet.
 */
export function withSteps<Step extends { stepId: number }, Page extends StepPage<Step>>(
  pages: readonly Page[],
  steps: readonly Step[],
): Page[] {
  const byId = new Map(steps.map((step) => [step.stepId, step]));
  const known = new Set(pages.flatMap(({ items }) => items.map(({ stepId }) => stepId)));
  const added = steps.filter(({ stepId }) => !known.has(stepId));
  return pages.map((page, index) => {
    const items = page.items.map((step) => byId.get(step.stepId) ?? step);
    const isEnd = index === pages.length - 1 && page.next === null;
    return { ...page, items: isEnd ? [...items, ...added] : items };
  });
}
