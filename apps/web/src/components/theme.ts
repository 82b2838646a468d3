import { cookies } from "next/headers";
import type { Theme } from "./select.tsx";

/** The theme that the visitor chose; by default the system's. */
export async function chosenTheme(): Promise<Theme> {
  const value = (await cookies()).get("theme")?.value;
  return value === "light" || value === "dark" ? value : "system";
}
