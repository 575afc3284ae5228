import { useLiveFeed } from './live-feed';

/** The live feed of somebody without a shell. Where it is away, the page itself says how old it is. */
export default function VisitorFeed() {
  useLiveFeed();
  return null;
}
