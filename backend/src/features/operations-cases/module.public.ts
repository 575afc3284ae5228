/** What other features may use of cases while the program runs. The pure rules are in `rules.public.ts`. */
export { CountOpenCases } from './use-cases/count-cases/count-open-cases.query.js';
