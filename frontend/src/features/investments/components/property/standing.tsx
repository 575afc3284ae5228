import type { PropertyProfileView } from '@tknest/contracts/api';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { RiskPill } from '../../../../shared/properties/risk-pill';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';
import { StatusPill } from '../../../../shared/ui/status-pill/status-pill';
import style from './property.module.css';

/** How risky the platform's rules find the property, with the reasons, and how its landlord has paid so far. */
export function Standing({ profile: { risk, landlord } }: { profile: PropertyProfileView }) {
  return (
    <div className={style.pair}>
      {risk && (
        <section className={`card ${style.part}`} aria-labelledby="risk">
          <div className="between">
            <h2 id="risk">Risk</h2>
            <RiskPill risk={risk.level} />
          </div>
          <ul className={style.reasons}>
            {risk.reasons.map(({ words, points }) => (
              <li key={words} data-raises={points > 0}>
                {points > 0 ? <IconAlertTriangle size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
                <span>
                  {points > 0 && <span className="sr-only">Raises the risk: </span>}
                  {words}
                </span>
              </li>
            ))}
          </ul>
          <p className="xsmall dim">By fixed rules, from rent, term, payments, holders and sale. It is not advice.</p>
        </section>
      )}
      <section className={`card ${style.part}`} aria-labelledby="landlord">
        <div className="between">
          <h2 id="landlord">Landlord</h2>
          {landlord.verified ? (
            <StatusPill status="verified" />
          ) : (
            <StatusPill status="not_started" word="Not verified now" />
          )}
        </div>
        <Facts>
          <Fact name="Listings">{landlord.listings}</Fact>
          <Fact name="Installments paid on time">
            {landlord.due > 0 ? `${landlord.onTime} of ${landlord.due}` : 'None due yet'}
          </Fact>
        </Facts>
        <p className="xsmall dim">Of all this landlord’s properties.</p>
      </section>
    </div>
  );
}
