import type { Metadata } from "next";
import { SiteFrame } from "../site/site-frame.tsx";

export const metadata: Metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <SiteFrame>
      <div className="max-w-prose">
        <h1 className="font-semibold text-28 tracking-tight">There is nothing at this address</h1>
        <p className="mt-4 text-16 text-muted">
          The page was moved, is not published, or never was. Check the address, or start from the front.
        </p>
        <p className="mt-6">
          <a href="/" className="text-accent underline underline-offset-4 hover:text-accent-strong">
            To the front page
          </a>
        </p>
      </div>
    </SiteFrame>
  );
}
