export { BYTE_ORDER_MARK, csvRow } from './use-cases/show-transactions/csv.js';
