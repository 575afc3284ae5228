import { Button } from '../button/button';
import './pager.css';

interface Query {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

/** Below a list: loads its next page, as long as there is one. */
export function More({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { query: Query }) {
  if (!hasNextPage) return null;
  return (
    <div className="pager-more">
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
