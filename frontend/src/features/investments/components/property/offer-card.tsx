import type { PropertyProfileView } from '@tknest/contracts/api';
import { formatRlusd } from '@tknest/contracts/money';
import { FEES_BPS } from '@tknest/contracts/rules';
import { Link, useSearchParams } from 'react-router';
import { percent } from '../../../../shared/format/format';
import { ButtonLink } from '../../../../shared/ui/button/button';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';
import { Money } from '../../../../shared/ui/money/money';
import { soldOutWords } from '../../../../shared/properties/sold-out-words';
import { usePhone } from '../../../../shared/use-phone';
import { OPENS_HERE } from '../../../../shared/use-search-change';
import { returnOf } from '../../../../shared/properties/return-of';
import style from './property.module.css';

interface Props {
  profile: PropertyProfileView;
  /** The search parameter that opens the panel. */
  opens: string;
  /** Called on hover or focus, to preload the panel. */
  onApproach(): void;
  /** How many tokens the panel opens with. */
  tokens: number;
}

/** The link to the purchase panel. Visitors see it too; they sign in from there. */
export function BuyLink({ opens, onApproach, tokens, large }: Omit<Props, 'profile'> & { large?: boolean }) {
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  search.set(opens, String(tokens));
  return (
    <Link
      className={`btn btn-filled ${large ? 'btn-lg btn-wide' : 'btn-md'}`}
      to={{ search: search.toString() }}
      state={OPENS_HERE}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      Participate Now
    </Link>
  );
}

/** Price and returns of one token. On phones, the link to the panel is at the foot of the page. */
export function OfferCard({ profile, ...buy }: Props) {
  const phone = usePhone();
  const { tokenPrice, monthlyPayoutPerToken, monthlyRate, annualYield, tokensAvailable, own, loanStatus, id } = profile;
  const { paid, back } = returnOf(profile, 1);
  return (
    <section className={`card ${style.part}`} aria-labelledby="offer">
      <div>
        <h2 id="offer" className={style.label}>
          One token
        </h2>
        <p className="figure">
          <Money amount={tokenPrice} />
        </p>
        {tokensAvailable > 0 && (
          <p className="small dim">+ {percent(Number(FEES_BPS.investment) / 100)} platform fee when you buy</p>
        )}
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
          {(loanStatus === 'current' || loanStatus === 'in_arrears') && (
            <ButtonLink to={`/landlord-payback?propertyId=${id}`} look="filled" size="lg" wide>
              Repay
            </ButtonLink>
          )}
          <ButtonLink to="/?role=landlord" size="lg" wide>
            Manage your listings
          </ButtonLink>
        </>
      ) : tokensAvailable > 0 ? (
        !phone && <BuyLink {...buy} large />
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
