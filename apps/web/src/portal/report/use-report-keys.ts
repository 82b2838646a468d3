"use client";

import type { Mode } from "@gatepost/domain/stats/get-app-stats";
import { useEffect, useRef } from "react";
import { modes } from "./view.ts";

interface Deeds {
  mode: (mode: Mode) => void;
  move: (direction: -1 | 1) => void;
  compare: () => void;
  help: () => void;
}

/** 1–5 choose the mode, arrows move the range, c compares, ? lists the keys; never while somebody types or a menu is open. */
export function useReportKeys(deeds: Deeds): void {
  const latest = useRef(deeds);
  useEffect(() => {
    latest.current = deeds;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select, [role=menu], [role=dialog], [contenteditable]")) return;
      const mode = modes[Number(event.key) - 1];
      if (mode) latest.current.mode(mode);
      else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
        event.preventDefault();
        latest.current.move(event.key === "ArrowLeft" ? -1 : 1);
      } else if (event.key === "c") latest.current.compare();
      else if (event.key === "?") latest.current.help();
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
