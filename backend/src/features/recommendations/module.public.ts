/** What measures the recommendations reads: the same folding and the same points that people are answered with. */
export { binsOf, FACTORS, type Bins } from './matching/factors.js';
export { investorOf, type Holding } from './matching/investor.js';
export { matchOf, POINTS, type Points } from './matching/points.js';
export { isOffered } from './matching/recommend.js';
export type { MarketProperty } from './read-models/market/market.entities.js';
export { foldMarket, isMarketEvent, keyOf, MarketBook } from './read-models/market/market.fold.js';
