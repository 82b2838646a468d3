"use client";

import { useState } from "react";

const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];
const words: Record<Theme, string> = { system: "System theme", light: "Light", dark: "Dark" };

/** Light, dark or the system's theme. Stored in a cookie, so that the server renders the next page with it. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  return (
    <select
      aria-label="Theme"
      value={theme}
      onChange={({ target }) => {
        const next = target.value as Theme;
        setTheme(next);
        if (next === "system") delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = next;
        // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
        document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`;
      }}
      className="h-8 rounded-field border border-line bg-panel px-2 text-13"
    >
      {themes.map((one) => (
        <option key={one} value={one}>
          {words[one]}
        </option>
      ))}
    </select>
  );
}
