import { DeleteAccount } from "../../../../portal/account/delete-account.tsx";
import { portalPage } from "../../../../trpc/server.tsx";

export const metadata = { title: "Delete account" };

export default portalPage(<DeleteAccount />);
