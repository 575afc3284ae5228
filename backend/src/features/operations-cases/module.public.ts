/** What other features may use of cases while the program runs. What they decide with stands in `rules.public.ts`. */
export { CountOpenCases } from './use-cases/count-cases/count-open-cases.query.js';
