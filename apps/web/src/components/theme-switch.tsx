"use client";

import { useState } from "react";
import { SmallSelect } from "./small-select.tsx";

export type Theme = "system" | "light" | "dark";
const words: Record<Theme, string> = { system: "System theme", light: "Light", dark: "Dark" };

/** Light, dark or the system's theme. Stored in a cookie, so that the server renders the next page with it. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  function choose(next: Theme) {
    setTheme(next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
    document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`;
  }
  return <SmallSelect label="Theme" value={theme} names={words} choose={choose} />;
}
