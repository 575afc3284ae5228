import { useLiveFeed } from './live-feed';

/**
 * Short enough for updates within a second, and long enough for the visitors' rate limit (`LIMITS.propertyProfile`);
 * milliseconds.
 */
const GATHER_MS = 700;

/** The live feed of visitors, who have no shell. While it is unavailable, the page itself shows how old its data is. */
export default function VisitorFeed() {
  useLiveFeed('nobody', GATHER_MS);
  return null;
}
