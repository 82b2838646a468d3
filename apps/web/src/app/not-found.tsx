import { NotFoundText, SiteFrame } from "../public/site-frame.tsx";

export const metadata = { title: "Page not found" };

/** For addresses that no route matches, which have no layout of their own. */
export default function NotFound() {
  return (
    <SiteFrame>
      <NotFoundText />
    </SiteFrame>
  );
}
