/** What a statement's and a case's page say like their files. Apart from `words`, which the first screens load. */
export * from './case-file.js';
export * from './case-states.js';
export * from './statements.js';
