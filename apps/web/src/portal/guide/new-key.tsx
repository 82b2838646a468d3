import { createContext, type ReactNode, useContext, useState } from "react";

const NewKey = createContext<{ key: string; keep: (key: string) => void }>({ key: "YOUR_KEY", keep: () => {} });

/** Keeps a key that was just created, until the page is left or reloaded, so that sample calls can be pasted as they are. */
export function NewKeyProvider({ children }: { children: ReactNode }) {
  const [key, keep] = useState("YOUR_KEY");
  return <NewKey value={{ key, keep }}>{children}</NewKey>;
}

/** The key for sample calls, and how to keep a new one. */
export const useNewKey = () => useContext(NewKey);
