import { TestEnvironment as JSDOM } from 'jest-environment-jsdom';

// jsdom lacks these; react-router needs them at import, RTK Query at the first request.
const FROM_NODE = [
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'File',
  'structuredClone',
  'BroadcastChannel',
  'AbortController',
  'AbortSignal',
  'Uint8Array',
];

export default class BrowserEnvironment extends JSDOM {
  constructor(...args) {
    super(...args);
    for (const name of FROM_NODE) if (globalThis[name] !== undefined) this.global[name] = globalThis[name];
  }
}
