"use client";

import { useState } from "react";

/** Every zone that the browser knows, its own first. */
function allZones(): string[] {
  return ["UTC", Intl.DateTimeFormat().resolvedOptions().timeZone, ...Intl.supportedValuesOf("timeZone")];
}

/** The other zones, a few hundred, are listed when the menu is about to be opened. */
export function ZoneSelect({ zone, choose }: { zone: string; choose: (zone: string) => void }) {
  const [known, setKnown] = useState<string[]>([]);
  return (
    <select
      aria-label="Time zone"
      value={zone}
      onPointerDown={() => setKnown(allZones())}
      onFocus={() => setKnown(allZones())}
      onChange={({ target }) => choose(target.value)}
      className="h-8 w-36 rounded-field border border-line bg-panel px-2 text-13"
    >
      {[...new Set([zone, ...known])].map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}
