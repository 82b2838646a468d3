import { chosenTheme } from "../../../components/theme.ts";
import { AccountPage } from "../../../portal/account/account-page.tsx";
import { portal } from "../../../trpc/server.tsx";

export const metadata = { title: "Account" };

export default async function Page() {
  await portal();
  return <AccountPage theme={await chosenTheme()} />;
}
