import type { ReactNode } from "react";
import { itemsOf, type Pages } from "../trpc/client.tsx";
import { MoreButton, type MorePages } from "./button.tsx";
import { Loaded, type LoadState } from "./panel.tsx";

/** A list in a panel of its own. */
export const listPanel = "divide-y divide-line rounded-panel border border-line bg-panel";

interface Props<Item> {
  /** Of all items, or of pages of which one after another is loaded. */
  query: LoadState &
    ({ data: readonly Item[] | undefined; fetchNextPage?: never } | ({ data: Pages<Item> | undefined } & MorePages));
  /** The classes of what stands for the list until it is loaded. */
  skeleton: string;
  /** Shown if there are none. */
  empty?: ReactNode;
  className?: string;
  children: (item: Item) => ReactNode;
}

/** The items of a query: a placeholder, why they could not be loaded, what is shown if there are none, and a button for more. */
export function List<Item>({
  query,
  skeleton,
  empty = null,
  className = "divide-y divide-line",
  children,
}: Props<Item>) {
  const items = query.fetchNextPage ? itemsOf(query.data) : query.data;
  return (
    <>
      <Loaded query={query} skeleton={skeleton}>
        {items?.length === 0 ? empty : <ul className={className}>{items?.map(children)}</ul>}
      </Loaded>
      {query.fetchNextPage && <MoreButton pages={query} />}
    </>
  );
}

/** What a line of a list says, and its actions beside it, or below it where there is no room. */
export function ListItem({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56 break-words">{children}</div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </li>
  );
}
