/** What the pages of statements, receipts and cases say like their files. Not in `words`, which first screens load. */
export * from './case-file.js';
export * from './case-states.js';
export * from './receipts.js';
export * from './statements.js';
