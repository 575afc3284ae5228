/** The events, and who writes each. */
export * from './catalogue.js';
export * from './journaled.js';
export * from './writers.js';
