import type { Metadata } from "next";
import { AccountPage } from "../../../portal/account/account-page.tsx";
import { chosenTheme } from "../../../server/theme.ts";
import { portal } from "../../../trpc/server.ts";

export const metadata: Metadata = { title: "Account" };

export default async function Page() {
  await portal();
  return <AccountPage theme={await chosenTheme()} />;
}
