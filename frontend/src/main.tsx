import 'reflect-metadata';
import '@fontsource-variable/funnel-display';
import '@fontsource-variable/hanken-grotesk';
import './shared/styles/tokens.css';
import './shared/styles/base.css';
import './shared/scheme/scheme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router';
import { createRouter } from './app/router';
import { createStore } from './app/store';
import { Toasts } from './shared/ui/toast/toasts';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Provider store={createStore()}>
      <RouterProvider router={createRouter()} />
      <Toasts />
    </Provider>
  </StrictMode>,
);
