import type { PropertyView } from '@tknest/contracts/api';
import { useState } from 'react';
import { Link } from 'react-router';
import { rowsOf } from '../../../shared/api/paging';
import { messageOf } from '../../../shared/api/problem';
import { useShown } from '../../../shared/api/use-shown';
import { count, percent, tokens } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { facadeLabel, Street } from '../../../shared/ui/facade/facade';
import { Confirm } from '../../../shared/ui/confirm/confirm';
import { Money } from '../../../shared/ui/money/money';
import { More } from '../../../shared/ui/pager/more';
import { Progress } from '../../../shared/ui/progress/progress';
import { Failed } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import '../../../shared/styles/lists.css';
import '../../../shared/properties/property-card.css';
import { usePropertiesInfiniteQuery } from '../../../shared/properties/api';
import { RentalContract } from '../../../shared/properties/rental-contract';
import { useAppDispatch } from '../../../shared/store/store';
import { useCloseListingMutation } from '../api';
import { AttachContract } from './attach-contract';

/** 'Your Property Listings', only when there is at least one (REQ-1.2.24). */
export function OwnListings() {
  const query = usePropertiesInfiniteQuery({ mine: true });
  const { data, error, retry } = useShown(query);
  const [closing, setClosing] = useState<PropertyView | null>(null);
  const rows = data ? rowsOf(data) : [];
  if (error) return <Failed error={error} retry={retry} what="Your listings" />;
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="own" className="own-listings">
      <h2 id="own">Your Property Listings</h2>
      <div className="cards">
        {rows.map((property) => {
          const share = property.tokensSold / property.tokenCount;
          return (
            <article className="card prop" key={property.id}>
              <Street id={property.id} share={share} label={facadeLabel(property.tokensSold, property.tokenCount)} />
              <div className="prop-body">
                <div className="between">
                  <h3>
                    <Link to={`/properties/${property.id}`} className="prop-name">
                      {property.name}
                    </Link>
                  </h3>
                  <StatusPill status={property.status} />
                </div>
                <div className="between small">
                  <span className="dim">Monthly rent</span>
                  <Money amount={property.monthlyRent} />
                </div>
                <div className="between small">
                  <span className="dim">Participation cap</span>
                  <Money amount={property.fundingGoal} />
                </div>
                <div>
                  <div className="between small">
                    <span className="dim">
                      {count(property.tokensSold)} / {count(property.tokenCount)}
                    </span>
                    <strong>{percent(share * 100)}</strong>
                  </div>
                  <Progress label="Funded" value={share * 100} />
                </div>
                <RentalContract property={property}>
                  <AttachContract property={property} />
                </RentalContract>
                {property.status === 'closing' && (
                  <p className="small dim">
                    Closing: {tokens(property.tokensReserved)} paid and still being issued. The loan begins with the
                    last one.
                  </p>
                )}
                {property.paused && (
                  <p className="small dim">
                    The platform paused the sale of this listing. Purchases whose payment was sent continue.
                  </p>
                )}
                {property.status !== 'closed' && property.status !== 'closing' && (
                  <Button size="sm" onClick={() => setClosing(property)}>
                    Close listing
                  </Button>
                )}
              </div>
            </article>
          );
        })}
      </div>
      <More query={query} />
      {closing && <CloseDialog property={closing} onClose={() => setClosing(null)} />}
    </section>
  );
}

const closedWords = (name: string, delivering: number) =>
  delivering === 0
    ? `${name} is closed to new purchases.`
    : `${name} is closed to new purchases. ${count(delivering)} still being delivered, or signed and able to reach the ` +
      'ledger; the loan begins when none is left.';

function CloseDialog({ property, onClose }: { property: PropertyView; onClose(): void }) {
  const [close] = useCloseListingMutation();
  const dispatch = useAppDispatch();
  const confirm = async () => {
    const result = await close(property.id);
    dispatch(
      showToast(
        result.error
          ? { title: 'Error', text: messageOf(result.error, 'Failed to close the listing'), tone: 'bad' }
          : { title: 'Listing closed', text: closedWords(property.name, result.data.delivering), tone: 'ok' },
      ),
    );
    onClose();
  };
  return (
    <Confirm
      title={`Close ${property.name}?`}
      action="Close listing"
      safe="Keep it open"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        No more tokens are sold.{' '}
        {property.tokensSold > 0 ? (
          <>
            The loan’s principal becomes <Money amount={property.tokensSold * property.tokenPrice} />, what{' '}
            {tokens(property.tokensSold)} {property.tokensSold === 1 ? 'has' : 'have'} raised.
          </>
        ) : (
          'No tokens were sold, so there is no loan to repay.'
        )}{' '}
        {property.tokensReserved > 0 &&
          'Paid purchases are still delivered. All others in progress end without moving money. '}
        This cannot be undone.
      </p>
    </Confirm>
  );
}
