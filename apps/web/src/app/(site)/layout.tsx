import type { ReactNode } from "react";
import { SiteFrame } from "../../public/site-frame.tsx";

export default function SiteLayout({ children }: { children: ReactNode }) {
  return <SiteFrame>{children}</SiteFrame>;
}
