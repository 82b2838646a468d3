"use client";

import { type ComponentProps, useState, useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";
const words: Record<Theme, string> = { system: "System theme", light: "Light", dark: "Dark" };

/** Light, dark or the system's theme. Stored in a cookie, so that the server renders the next page with it. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  // Another switch of the page may change it.
  const theme = useSyncExternalStore(onThemeChange, shownTheme, () => initial);
  function choose(next: Theme) {
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
    document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`;
  }
  return <SmallSelect label="Theme" value={theme} names={words} choose={choose} />;
}

function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

const shownTheme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? "system";

interface Props<Value extends string> extends ComponentProps<"select"> {
  /** Unless a label element names it. */
  label?: string;
  value: Value;
  /** The name of each value, in the order of the list. */
  names: Partial<Record<Value, string>>;
  choose: (value: Value) => void;
}

/** As wide as the chosen name, where the browser can do that. */
const small = "field-sizing-content h-8 rounded-field border border-line bg-panel px-2 text-13";

/** A choice among a few values, by their names, as small as the buttons beside it. */
export function SmallSelect<Value extends string>({ label, names, choose, ...select }: Props<Value>) {
  return (
    <select aria-label={label} className={small} {...select} onChange={({ target }) => choose(target.value as Value)}>
      {Object.entries<string | undefined>(names).map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Every zone that the browser knows, its own first. */
const allZones = (): string[] => [
  "UTC",
  Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...Intl.supportedValuesOf("timeZone"),
];

/** The other zones, a few hundred, are listed when it is about to be opened. */
export function ZoneSelect({ zone, choose }: { zone: string; choose: (zone: string) => void }) {
  const [known, setKnown] = useState<string[]>([]);
  const names = Object.fromEntries([zone, ...known].map((one) => [one, one]));
  const list = () => setKnown(allZones());
  return (
    <SmallSelect
      label="Time zone"
      value={zone}
      names={names}
      choose={choose}
      onFocus={list}
      onPointerDown={list}
      className={`${small} max-w-36`}
    />
  );
}
