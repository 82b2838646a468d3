import { Menu as Base } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { buttonClass } from "./control-classes.ts";

interface MenuEntry {
  label: ReactNode;
  /** The selected one of several exclusive items. */
  chosen?: boolean;
  act: () => void;
}

interface MenuProps {
  label: ReactNode;
  entries: readonly MenuEntry[];
  name?: string;
}

/** A button that opens a menu. */
export function Menu({ label, entries, name }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className={buttonClass("plain", "small")} {...(name && { "aria-label": name })}>
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
