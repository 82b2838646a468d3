import { Button } from "./button.tsx";

/** What an infinite query says of the pages that follow. */
export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The way on in a list that is not shown to its end; nothing at its end. */
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
