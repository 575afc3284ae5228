/** Words that pages and files (receipts, statements, case files) share: one word for one thing. */
export * from './names.js';
export * from './text.js';
