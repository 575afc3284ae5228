import '@testing-library/jest-dom/jest-globals';
import { afterEach } from '@jest/globals';
import 'reflect-metadata';
import { configure } from '@testing-library/react';
import * as React from 'react';

// A test must not see what the previous one typed.
afterEach(() => sessionStorage.clear());

// Generous, because other work may share the machine and tests are about content, not speed.
configure({ asyncUtilTimeout: 30_000 });

// React's development build records a stack for its warnings with each element, up to ten thousand a second: a tenth of
// a page's time in a test. Told that the limit is reached, it stops, and its warnings name only the component.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE' as keyof typeof React;
Object.defineProperty(React[internals], 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });

/** Tests may say which media queries hold: `globalThis.media = (query) => query.includes('max-width')`. */
declare global {
  var media: (query: string) => boolean;
}
globalThis.media = () => false;
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    get matches() {
      return globalThis.media(query);
    },
    media: query,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => false,
  }),
});
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.HTMLElement.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};
performance.getEntriesByType = () => [];
if (!document.fonts)
  Object.defineProperty(document, 'fonts', { value: { addEventListener() {}, removeEventListener() {} } });
// A dialog without the top layer: tests only ask whether it is open.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
// Node's requests have no page to which an address could be relative.
const NodeRequest = globalThis.Request;
globalThis.Request = class extends NodeRequest {
  constructor(input: string | URL | Request, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, location.href) : input, init);
  }
};

// React reads the form of a submission that starts a transition; Node's form data does not accept forms.
const NodeFormData = globalThis.FormData;
globalThis.FormData = class extends NodeFormData {
  constructor(_form?: HTMLFormElement) {
    super();
  }
};
