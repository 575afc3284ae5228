// The least that a page of this stack can be: React, React Router and Redux Toolkit with one query.
import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, RouterProvider } from 'react-router';

const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: '/api' }),
  endpoints: (build) => ({ greeting: build.query({ query: () => 'greeting' }) }),
});
const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (all) => all().concat(api.middleware),
});

function Page() {
  const { data } = api.useGreetingQuery();
  return createElement('h1', null, data?.text ?? '');
}

const router = createBrowserRouter([{ path: '*', element: createElement(Page) }]);
createRoot(document.getElementById('root')).render(
  createElement(Provider, { store }, createElement(RouterProvider, { router })),
);
