/** The events, and who writes each. */
export * from './catalogue.js';
export * from './writers.js';
