/** The events, and the writer of each. */
export * from './catalogue.js';
export * from './journaled.js';
export * from './moving.js';
export * from './writers.js';
