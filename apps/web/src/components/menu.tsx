import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { buttonClass } from "./control-classes.ts";

interface MenuProps {
  label: ReactNode;
  name?: string;
  /** `chosen`: the selected one of several exclusive items. */
  entries: readonly { label: ReactNode; chosen?: boolean; act: () => void }[];
}

/** A button that opens a menu, in which the arrow keys move. */
export function Menu({ label, name, entries }: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const items = () => [...(menu.current?.querySelectorAll("button") ?? [])];
  function press(event: KeyboardEvent<HTMLElement>) {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const moves: Record<string, number> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: Math.max(at, 0) - 1,
      Home: 0,
      End: -1,
    };
    const next = moves[event.key];
    const isOpen = menu.current?.matches(":popover-open");
    if (event.key === "Tab") menu.current?.hidePopover();
    if (next === undefined || !(isOpen || event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    if (!isOpen) event.currentTarget.click();
    all.at(next)?.focus();
  }
  return (
    <div>
      <button
        type="button"
        popoverTarget={id}
        onKeyDown={press}
        aria-haspopup="menu"
        aria-label={name}
        className={buttonClass("plain", "small")}
      >
        {label} <span aria-hidden="true">▾</span>
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        onKeyDown={press}
        // Later than it is open: a quick key may have moved the focus into it already.
        onToggle={({ newState, currentTarget }) =>
          newState === "open" && !currentTarget.contains(document.activeElement) && items()[0]?.focus()
        }
        className="inset-auto mt-1 max-h-[26rem] min-w-44 overflow-auto rounded-field border border-line bg-panel py-1 text-ink shadow-sm [position-area:block-end_span-inline-start] [position-try-fallbacks:flip-inline,flip-block]"
      >
        {entries.map(({ label: text, chosen, act }, index) => (
          <button
            key={index}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              menu.current?.hidePopover();
              act();
            }}
            className="flex w-full items-center gap-2 px-3 py-1.5 text-left text-13 hover:bg-raised focus:bg-raised -outline-offset-2"
          >
            <span aria-hidden="true" className="w-3">
              {chosen ? "✓" : ""}
            </span>
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}
