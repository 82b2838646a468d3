"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { DialogProps } from "./dialog-popup.tsx";

/** Whether a dialog is open, and what opens and closes it. */
export type Opened = Pick<DialogProps, "open" | "onOpenChange">;

const Popup = dynamic(() => import("./dialog-popup.tsx").then(({ DialogPopup }) => DialogPopup), { ssr: false });

/** A modal dialog. Escape closes it, and the focus returns to where it was. Its code is loaded when it first opens. */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  return used && <Popup {...props} />;
}
