"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { DialogProps } from "./dialog-popup.tsx";

const Popup = dynamic(() => import("./dialog-popup.tsx").then(({ DialogPopup }) => DialogPopup), { ssr: false });

/**
 * Asks or shows one thing in front of the page. Escape closes it, and the focus goes back where it was. What draws it is
 * fetched when it first opens.
 */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  return used && <Popup {...props} />;
}
