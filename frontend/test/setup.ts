import '@testing-library/jest-dom/jest-globals';
import { afterEach } from '@jest/globals';
import 'reflect-metadata';
import { configure } from '@testing-library/react';
import * as React from 'react';

// What one test has typed is not the next one's.
afterEach(() => sessionStorage.clear());

// Generous: what matters is what is shown, and other work may share the machine.
configure({ asyncUtilTimeout: 30_000 });

// With each element React's development build notes a stack for its warnings, the first ten thousand of a second: a
// tenth of what a page costs in a test. Told that those are used up, its warnings name the component alone.
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
if (!document.fonts)
  Object.defineProperty(document, 'fonts', { value: { addEventListener() {}, removeEventListener() {} } });
// A dialog without the top layer: open or not is all that is asked of it.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
// Node's requests know no page that an address could be relative to.
const NodeRequest = globalThis.Request;
globalThis.Request = class extends NodeRequest {
  constructor(input: string | URL | Request, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, location.href) : input, init);
  }
};

// React reads the form of a submission that begins a transition; Node's form data knows no forms.
const NodeFormData = globalThis.FormData;
globalThis.FormData = class extends NodeFormData {
  constructor(_form?: HTMLFormElement) {
    super();
  }
};
