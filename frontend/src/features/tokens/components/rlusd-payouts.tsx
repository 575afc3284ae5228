import { Empty } from '../../../shared/ui/states/states';

/** RLUSD by hand out of the platform's own part of the payout escrow. */
export function RlusdPayouts() {
  return (
    <section className="card">
      <Empty
        title="RLUSD payouts by hand are not open yet"
        text="They spend what is the platform’s own in the payout escrow. Monthly shares are payout runs and need no hand."
      />
    </section>
  );
}
