import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { chosenTheme } from "../components/theme.ts";
import { fonts } from "./fonts.ts";
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

/** The root of every page. Rendered per request, because the script policy has a nonce. */
export default async function Layout({ children }: { children: ReactNode }) {
  await connection();
  const theme = await chosenTheme();
  return (
    <html lang="en" className={fonts} {...(theme !== "system" && { "data-theme": theme })}>
      <body className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only rounded-field bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
        >
          Skip to the content
        </a>
        {children}
      </body>
    </html>
  );
}
