"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { NumbersProps } from "./numbers.tsx";

/** Loaded when it is opened. */
const Numbers = dynamic(() => import("./numbers.tsx").then((module) => module.Numbers));

/** Chart data, for reading and for screen readers. Its rows, possibly thousands, are rendered when it is opened. */
export function NumbersTable(props: NumbersProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={`rounded-panel border border-line bg-panel ${open ? "" : "print:hidden"}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer rounded-panel px-4 py-3 font-semibold">Show as a table</summary>
      <section
        aria-label="Chart data"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
        tabIndex={0}
        className="max-h-96 overflow-auto border-line border-t"
      >
        {open && <Numbers {...props} />}
      </section>
    </details>
  );
}
