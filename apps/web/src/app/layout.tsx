import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { chosenTheme } from "../components/theme.ts";
import "./tokens.css";

/** Geist, split by the characters that a page uses. Most pages need only the first file, which is preloaded. */
const latin = localFont({
  src: "../../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-geist",
});

const latinExtended = localFont({
  src: "../../node_modules/@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-geist-extended",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value: "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1EFF, U+20A0-20AB",
    },
  ],
});

/** For keys, codes and calls. */
const mono = localFont({
  src: "../../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-geist-mono",
  preload: false,
  adjustFontFallback: false,
});

const fonts = `${latin.variable} ${latinExtended.variable} ${mono.variable}`;

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
