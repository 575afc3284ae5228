/** Services of loans for other features. */
export { LoansModule } from './loans.module.js';
export { Schedule } from './schedule/schedule.js';
