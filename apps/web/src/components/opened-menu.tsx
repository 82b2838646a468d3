import { Menu as Base } from "@base-ui/react/menu";
import { type ReactNode, useEffect, useRef } from "react";
import { buttonClass } from "./control-classes.ts";

interface MenuEntry {
  label: ReactNode;
  /** The selected one of several exclusive items. */
  chosen?: boolean;
  act: () => void;
}

export interface MenuProps {
  label: ReactNode;
  entries: readonly MenuEntry[];
  name?: string;
}

/** The menu of a button that was just pressed: replaces the button, takes its focus, and opens. */
export function OpenedMenu({ label, entries, name }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    button.current?.click();
  }, []);
  return (
    <Base.Root modal={false}>
      <Base.Trigger ref={button} className={buttonClass("plain", "small")} {...(name && { "aria-label": name })}>
        {label} <span aria-hidden="true">▾</span>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-40">
          <Base.Popup className="max-h-[26rem] min-w-44 overflow-auto rounded-field border border-line bg-panel py-1 shadow-sm">
            {entries.map(({ label: text, chosen, act }, index) => (
              <Base.Item
                key={index}
                onClick={act}
                className="flex cursor-pointer items-center gap-2 px-3 py-1.5 text-13 data-highlighted:bg-raised"
              >
                <span aria-hidden="true" className="w-3">
                  {chosen ? "✓" : ""}
                </span>
                {text}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
