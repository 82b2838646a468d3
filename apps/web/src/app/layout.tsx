import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { Mark } from "../site/mark.tsx";
import "./tokens.css";

export const metadata: Metadata = {
  title: { default: "Gatepost", template: "%s · Gatepost" },
  description: "Tasks in a real browser that wait for the value you do not have yet.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f7" },
    { media: "(prefers-color-scheme: dark)", color: "#161513" },
  ],
};

/** The frame of every public page. Rendered per request, since the policy for scripts carries a nonce. */
export default async function Layout({ children }: { children: ReactNode }) {
  await connection();
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only rounded-field bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
        >
          Skip to the content
        </a>
        <header className="border-line border-b">
          <div className="mx-auto flex h-14 w-full max-w-[1200px] items-center px-4 sm:px-6">
            <a href="/" className="flex items-center gap-2 font-semibold hover:text-accent">
              <Mark />
              Gatepost
            </a>
          </div>
        </header>
        <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[1200px] grow px-4 py-10 sm:px-6 sm:py-16">
          {children}
        </main>
      </body>
    </html>
  );
}
