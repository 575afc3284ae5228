import type { Who } from '../session/api';
import type { AppStore } from '../store/store';

interface Asked extends PromiseLike<unknown> {
  unsubscribe: () => void;
}
/** A query's `initiate`, with its argument. */
type Query<R> = (dispatch: AppStore['dispatch'], getState: AppStore['getState'], extra: unknown) => R;
export type Ask = <R extends Asked>(query: Query<R>) => R;

/** Where the page is shown, and to whom. */
interface Address {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  who: Who | undefined;
}

/**
 * What a page asks for first, exported as `firstData` beside the page. It is asked for before the first rendering,
 * which is then complete: a page that renders again for each answer blocks a slow phone. The build writes the calls
 * into the page's document, so that the browser starts them before the program has loaded; there, an address has no
 * search, or one that names a property.
 */
export type FirstData = (ask: Ask, address: Address) => unknown;

/** Asks through the store, which keeps the answers until the page subscribes to them. */
export const askThrough =
  ({ dispatch }: Pick<AppStore, 'dispatch'>): Ask =>
  (query) => {
    const asked = dispatch(query);
    void asked.then(asked.unsubscribe, asked.unsubscribe);
    return asked;
  };
