import type { PropertyProfileView } from '@tknest/contracts/api';
import { formatRlusd } from '@tknest/contracts/money';
import { Link, useSearchParams } from 'react-router';
import { percent } from '../../../../shared/format/format';
import { ButtonLink } from '../../../../shared/ui/button/button';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';
import { Money } from '../../../../shared/ui/money/money';
import { soldOutWords } from '../../../../shared/properties/sold-out-words';
import { returnOf } from '../../offered';
import style from './property.module.css';

interface Props {
  profile: PropertyProfileView;
  /** The search parameter that opens the panel. */
  opens: string;
  /** Called on hover or focus, to preload the panel. */
  onApproach(): void;
}

/** Price and returns of one token, and the link to the purchase panel. Visitors see it too; they sign in from there. */
export function OfferCard({ profile, opens, onApproach }: Props) {
  const [params] = useSearchParams();
  const { tokenPrice, monthlyPayoutPerToken, monthlyRate, annualYield, tokensAvailable, own } = profile;
  const { paid, back } = returnOf(profile, 1);
  const search = new URLSearchParams(params);
  search.set(opens, '1');
  return (
    <section className={`card ${style.part}`} aria-labelledby="offer">
      <div>
        <h2 id="offer" className={style.label}>
          One token
        </h2>
        <p className="figure">
          <Money amount={tokenPrice} />
        </p>
      </div>
      <Facts>
        <Fact name="Interest rate, a year">{percent(monthlyRate)}</Fact>
        <Fact name="You get back, after fees">
          {formatRlusd(back)} for {formatRlusd(paid)}
        </Fact>
        <Fact name="Monthly rent share">
          <Money amount={monthlyPayoutPerToken} />
        </Fact>
        <Fact name="Annual yield, incl. principal">
          <span className="dim">{percent(annualYield)}</span>
        </Fact>
      </Facts>
      {own ? (
        <>
          <p className="small dim">You listed this property.</p>
          <ButtonLink to="/?role=landlord" size="lg" wide>
            Manage your listings
          </ButtonLink>
        </>
      ) : tokensAvailable > 0 ? (
        <Link
          className="btn btn-filled btn-lg btn-wide"
          to={{ search: search.toString() }}
          preventScrollReset
          onPointerEnter={onApproach}
          onFocus={onApproach}
        >
          Participate Now
        </Link>
      ) : (
        <button type="button" className="btn btn-filled btn-lg btn-wide" disabled>
          {soldOutWords(profile).button}
        </button>
      )}
      <p className="xsmall dim">
        Tokens are participation rights, not ownership and not securities. No returns are guaranteed.
      </p>
    </section>
  );
}
