import type { PropertyView } from '@tknest/contracts/api';
import { useState } from 'react';
import { Link } from 'react-router';
import { rowsOf } from '../../../shared/api/paging';
import { lazyPart } from '../../../shared/lazy-part';
import { useShown } from '../../../shared/api/use-shown';
import { count, percent, rlusd, tokens } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { facadeLabel, Street } from '../../../shared/ui/facade/facade';
import { Money } from '../../../shared/ui/money/money';
import { More } from '../../../shared/ui/pager/more';
import { Progress } from '../../../shared/ui/progress/progress';
import { Failed } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import '../../../shared/styles/lists.css';
import '../../../shared/properties/property-card.css';
import { OWN_PROPERTIES, usePropertiesInfiniteQuery } from '../../../shared/properties/api';
import { RentalContract } from '../../../shared/properties/rental-contract';
import { Share } from '../../../shared/properties/share';
import { repayAt } from '../own-figures';
import { AttachContract } from './attach-contract';

const CloseDialog = lazyPart(() => import('./close-dialog'));

/** 'Your Property Listings', only when there is at least one (REQ-1.2.24). */
export function OwnListings() {
  const query = usePropertiesInfiniteQuery(OWN_PROPERTIES);
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
                {property.loanStatus && <LoanState property={property} />}
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
                  <div className="between">
                    <Button size="sm" onClick={() => setClosing(property)}>
                      Close listing
                    </Button>
                    <Share property={property} />
                  </div>
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

/** The state of the property's loan, what it asks for next, and the way to pay it. */
function LoanState({ property }: { property: PropertyView }) {
  const { loanStatus, arrears, monthlyPaymentAmount, nextPaymentDue } = property;
  const next = nextPaymentDue && `Next: ${rlusd(monthlyPaymentAmount ?? 0)} RLUSD on ${businessDay(nextPaymentDue)}`;
  return (
    <div className="between own-loan">
      <div>
        <StatusPill status={loanStatus!} />
        <p className="small dim">{arrears ? `${rlusd(arrears)} RLUSD is overdue` : next}</p>
      </div>
      {loanStatus !== 'paid_off' && (
        <ButtonLink size="sm" to={repayAt(property)} aria-label={`Repay, ${property.name}`}>
          Repay
        </ButtonLink>
      )}
    </div>
  );
}
