import { useLiveFeed } from './live-feed';

/** Soon enough to be seen within a second, and seldom enough for the limit of strangers (`LIMITS.propertyProfile`). */
const GATHER_MS = 700;

/** The live feed of somebody without a shell. Where it is away, the page itself says how old it is. */
export default function VisitorFeed() {
  useLiveFeed('nobody', GATHER_MS);
  return null;
}
