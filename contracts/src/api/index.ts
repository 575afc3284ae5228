export * from './problem.js';
export * from './access.js';
export * from './identity.js';
export * from './listings.js';
export * from './payments.js';
export * from './administration.js';
export * from './audit.js';
export * from './messages.js';
