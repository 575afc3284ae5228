/** Services of cases for other features. The pure rules are in `rules.public.ts`. */
export { CountOpenCases } from './use-cases/count-cases/count-open-cases.query.js';
