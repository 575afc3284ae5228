/** Exports for measuring the recommendations: the same folding and points as in the answers to users. */
export { binsOf, FACTORS, type Bins } from './matching/factors.js';
export { investorOf, type Holding } from './matching/investor.js';
export { matchOf, POINTS, type Points } from './matching/points.js';
export { isOffered } from './matching/recommend.js';
export type { MarketProperty } from './read-models/market/market.entities.js';
export { foldMarket, isMarketEvent, keyOf, MarketBook } from './read-models/market/market.fold.js';
