import type { Metadata } from "next";
import { NotFoundText } from "../site/not-found-text.tsx";
import { SiteFrame } from "../site/site-frame.tsx";

export const metadata: Metadata = { title: "Page not found" };

/** For addresses that no route matches, which have no layout of their own. */
export default function NotFound() {
  return (
    <SiteFrame>
      <NotFoundText />
    </SiteFrame>
  );
}
