import { Button } from "./button.tsx";

/** The parts of an infinite query that the button needs. */
export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Loads the next page of a list; nothing at its end. */
export function MoreButton({ pages, children = "Show more" }: { pages: MorePages; children?: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="p-3 text-center">
      <Button size="small" busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
        {children}
      </Button>
    </div>
  );
}
