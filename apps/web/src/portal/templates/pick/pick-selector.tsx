import { type ReactNode, useEffect, useState } from "react";
import { usePick } from "./page-pick.ts";

interface Props {
  name: string;
  /** Whether it is the element on which the step acts. */
  isActedOn: boolean;
  value: unknown;
  change: (value: unknown) => void;
  children: ReactNode;
}

/** Milliseconds after the last key until a page is asked. */
const restMs = 300;

/**
 * The field of a selector. With a page open, its element can be picked there. What it matches is pointed out while it has the focus; as
 * long as the step's form is open, what the step acts on is, unless another field has the focus since.
 */
export function PickSelector({ name, isActedOn, value, change, children }: Props) {
  const pick = usePick();
  const [isFocused, setFocused] = useState(false);
  const [first] = [value].flat();
  const selector = typeof first === "string" && first.trim() !== "" ? first : undefined;
  const isOpen = pick?.isOpen ?? false;
  useEffect(() => {
    if (!isOpen || !(isFocused || isActedOn)) return;
    const timer = setTimeout(() => pick?.seek(selector), restMs);
    return () => clearTimeout(timer);
  }, [isOpen, isFocused, selector]);
  useEffect(() => () => pick?.seek(undefined), []);
  const count = selector === undefined ? undefined : pick?.countOf(selector);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices whether the field has the focus
    <div
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
    >
      {children}
      {pick?.isOpen && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-12 text-muted">
          <button
            type="button"
            aria-label={`Pick ${name} on the page`}
            onClick={() => pick.begin((selectors) => change(selectors.length > 1 ? selectors : selectors[0]))}
            className="rounded-field border border-line px-2 py-0.5 text-ink hover:border-muted"
          >
            Pick on the page
          </button>
          {count !== undefined && (
            <span role="status">
              {count === 1 ? "It matches 1 element on the page." : `It matches ${count} elements on the page.`}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
