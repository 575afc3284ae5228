export * from './rlusd.js';
export * from './exact.js';
export * from './fees.js';
export * from './allocate.js';
export * from './loan.js';
export * from './terms.js';
