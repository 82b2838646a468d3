import { modeRecords, modes, usualMode } from "@gatepost/contract/modes";
import { html } from "@gatepost/presenters/html";
import { ShownOnce } from "../../components/code-block.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Field, Form, SelectField, SubmitButton } from "../../components/form.tsx";
import { List, ListItem } from "../../components/list.tsx";
import { Moment } from "../../components/moment.tsx";
import { Panel } from "../../components/panel.tsx";
import { type Answers, pages, trpc } from "../../trpc/client.tsx";
import { usePortal } from "../portal-context.tsx";

export function ShareLinks({ softId }: { softId: number }) {
  const { origin } = usePortal();
  const create = trpc.shares.create.useMutation();
  return (
    <Panel
      title="Share links"
      about="Anyone with a share link can view this application's statistics, but not its tasks or keys, and cannot change anything."
    >
      {create.data && (
        <ShownOnce label="Share link" code={`${origin}/share/${create.data.token}`}>
          Copy the link now. It is not stored and will not be shown again.
        </ShownOnce>
      )}
      <LinkList softId={softId} embedded={false} created={create} />
      <Form
        submit={(fields) => create.mutateAsync({ softId, name: String(fields.get("name")) })}
        className="flex max-w-xl flex-wrap items-end gap-2"
      >
        <Field place="grow" label="Who is it for?" name="name" required maxLength={100} placeholder="Investors" />
        <SubmitButton>Create share link</SubmitButton>
      </Form>
    </Panel>
  );
}

const modeNames = Object.fromEntries(modes.map((mode) => [mode, modeRecords[mode].name]));

export function EmbeddedCharts({ softId, name }: { softId: number; name: string }) {
  const { origin } = usePortal();
  const create = trpc.shares.create.useMutation();
  function submit(fields: FormData) {
    const embeddedMode = modes.find((mode) => mode === fields.get("mode")) ?? usualMode;
    return create.mutateAsync({ softId, name: String(fields.get("name")), embeddedMode });
  }
  const mode = create.variables?.embeddedMode ?? usualMode;
  return (
    <Panel
      title="Embedded charts"
      about="Other sites can show a chart of this application's last 30 days. Everyone who opens such a page sees the numbers that you choose here, and nothing else about the application."
    >
      {create.data && (
        <ShownOnce
          label="HTML of the chart"
          code={embedSnippet(`${origin}/embed/${create.data.token}`, `${name}: ${modeRecords[mode].name}`)}
        >
          Copy the HTML now. Its URL is not stored and will not be shown again.
        </ShownOnce>
      )}
      <LinkList softId={softId} embedded created={create} />
      <Form submit={submit} className="flex max-w-2xl flex-wrap items-end gap-2">
        <Field
          place="grow"
          label="Where is it shown?"
          name="name"
          required
          maxLength={100}
          placeholder="Company blog"
        />
        <SelectField label="What it shows" name="mode" defaultValue="downloads" options={modeNames} />
        <SubmitButton>Create embedded chart</SubmitButton>
      </Form>
    </Panel>
  );
}

type Link = Answers["shares"]["list"]["items"][number];

function nameOf({ name, embeddedMode }: Link): string {
  const mode = modes.find((one) => one === embeddedMode);
  return mode ? `${name}: ${modeRecords[mode].name}` : name;
}

interface LinkListProps {
  softId: number;
  embedded: boolean;
  /** The link that was just created and is still shown. */
  created: Pick<ReturnType<typeof trpc.shares.create.useMutation>, "data" | "reset">;
}

function LinkList({ softId, embedded, created }: LinkListProps) {
  const list = trpc.shares.list.useInfiniteQuery({ softId, ...(embedded && { embedded }) }, pages);
  const revoke = trpc.shares.revoke.useMutation({
    onSuccess: (_, { shareId }) => shareId === created.data?.shareId && created.reset(),
  });
  const kind = embedded ? "chart" : "link";
  return (
    <List query={list} skeleton="h-10 w-64" className="divide-y divide-line border-line border-y">
      {(link) => {
        const name = nameOf(link);
        return (
          <ListItem
            key={link.shareId}
            actions={
              <ConfirmButton
                label="Revoke…"
                name={`Revoke the ${kind} ${name}`}
                question={`Revoke the ${kind} ${name}?`}
                action={`Revoke the ${kind}`}
                act={() => revoke.mutateAsync({ shareId: link.shareId })}
              >
                {embedded
                  ? "Pages with this chart will say instead that it no longer exists."
                  : "The link stops working for everyone who has it."}{" "}
                This cannot be undone.
              </ConfirmButton>
            }
          >
            {name}{" "}
            <span className="text-13 text-muted">
              created <Moment at={link.createdAt} />
            </span>
          </ListItem>
        );
      }}
    </List>
  );
}

function embedSnippet(url: string, title: string): string {
  return html`<iframe src="${url}" title="${title}" width="100%" height="500" style="border: 0" loading="lazy"></iframe>`
    .text;
}
