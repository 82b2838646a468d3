import { createContext, type ReactNode, useContext, useState } from "react";

interface Addresses {
  /** The site's origin in browsers. */
  origin: string;
  /** The origin of the demo site on this machine, if it runs. */
  demoSite: string | undefined;
}

interface PortalValues extends Addresses {
  /** For sample calls: one that was just created, until the page is left or reloaded, so that they can be pasted as they are. */
  key: string;
  /** Without a key: it works no longer. */
  keep: (key?: string) => void;
}

/** Outside of the portal, on a shared dashboard, there are no sample calls. */
const Values = createContext<PortalValues>({ origin: "", demoSite: undefined, key: "YOUR_KEY", keep: () => {} });

export function PortalContext({ addresses, children }: { addresses: Addresses; children: ReactNode }) {
  const [key = "YOUR_KEY", keep] = useState<string>();
  return <Values value={{ ...addresses, key, keep }}>{children}</Values>;
}

export const usePortal = () => useContext(Values);
