import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useDispatch, useSelector } from 'react-redux';
import { api, type Answers } from '../api/base-api';
import { freshSignatureReducer } from '../session/fresh-signature.slice';
import { toastReducer } from '../ui/toast/toast.slice';

/**
 * A new store for each test and each page load.
 * @param answers by URL, for a page that is rendered without a server to ask
 */
export function createStore(answers: Answers = {}) {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, toast: toastReducer, freshSignature: freshSignatureReducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: answers } }).concat(api.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
export type RootState = ReturnType<AppStore['getState']>;
export const useAppDispatch = useDispatch.withTypes<AppStore['dispatch']>();
export const useAppSelector = useSelector.withTypes<RootState>();
