import { PageHead } from "../../components/panel.tsx";
import { PageLink } from "../../components/text-link.tsx";

export const metadata = { title: "Not found" };

/** Within the portal, for an application, a task or a page that the account does not have. */
export default function NotFoundInPortal() {
  return (
    <PageHead title="Not found">
      <p>Your account has nothing at this URL. It may have been deleted, or belong to another account.</p>
      <p className="mt-3">
        <PageLink href="/dashboard">Home</PageLink>
      </p>
    </PageHead>
  );
}
