import { StrictMode, type ReactElement } from 'react';
import { Provider } from 'react-redux';
import { FirstScreenContext, type FirstScreen } from '../shared/session/first-screen';
import type { AppStore } from '../shared/store/store';

/** The app around its router, the same in the browser and when the first screens are prerendered. */
export function App({
  store,
  first,
  children,
}: {
  store: AppStore;
  first: FirstScreen | null;
  children: ReactElement;
}) {
  return (
    <StrictMode>
      <FirstScreenContext value={first}>
        <Provider store={store}>{children}</Provider>
      </FirstScreenContext>
    </StrictMode>
  );
}
