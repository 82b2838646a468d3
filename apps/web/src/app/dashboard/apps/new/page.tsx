import { PageHead, Panel } from "../../../../components/panel.tsx";
import { NewApplication } from "../../../../portal/applications/application-form.tsx";
import { portalPage } from "../../../../trpc/server.tsx";

export const metadata = { title: "Register an application" };

export default portalPage(
  <>
    <PageHead title="Register an application">
      It gets a softId and a public page immediately. You can change everything and hide the page later.
    </PageHead>
    <Panel>
      <NewApplication />
    </Panel>
  </>,
);
