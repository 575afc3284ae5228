/** What other features may use of loans while the program runs. */
export { LoansModule } from './loans.module.js';
export { Schedule } from './schedule/schedule.js';
