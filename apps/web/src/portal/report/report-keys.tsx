import { type Mode, modes } from "@gatepost/contract/modes";
import dynamic from "next/dynamic";
import { useEffectEvent, useLayoutEffect } from "react";
import { Dialog, type Opened } from "../../components/dialog.tsx";
import { type Preset, presets, presetTexts } from "../../report/view.ts";

/** Loaded when it is opened. */
const KeysList = dynamic(() => import("./keys-list.tsx").then((module) => module.KeysList));

export function KeysHelp({ readOnly, ...opened }: Opened & { readOnly: boolean }) {
  return (
    <Dialog title="Keyboard shortcuts" {...opened}>
      <KeysList readOnly={readOnly} />
    </Dialog>
  );
}

interface Actions {
  mode: (mode: Mode) => void;
  range: (preset: Preset) => void;
  custom: () => void;
  move: (direction: -1 | 1) => void;
  compare: () => void;
  form: () => void;
  help: () => void;
}

/**
 * 1–5 select the mode, letters select a range, arrows move it, c and x compare, b changes the chart's form, ? lists the keys; never while somebody
 * types or a menu is open. A layout effect, so that the keys work as soon as the report is visible.
 */
export function useReportKeys(actions: Actions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, [role=menu], [role=dialog], [contenteditable]")) return;
    const mode = modes[Number(event.key) - 1];
    const preset = presets.find((one) => presetTexts[one].key === event.key);
    if (mode) actions.mode(mode);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      // A table that is wider than its place is scrolled.
      if (target.scrollWidth > target.clientWidth && target.tabIndex === 0) return;
      event.preventDefault();
      actions.move(event.key === "ArrowLeft" ? -1 : 1);
    } else if (preset) actions.range(preset);
    else if (event.key === "o") actions.custom();
    else if (event.key === "c" || event.key === "x") actions.compare();
    else if (event.key === "b") actions.form();
    else if (event.key === "?") actions.help();
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
