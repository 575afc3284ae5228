import type { MarketPropertyView } from '@tknest/contracts/api';
import { formatRlusd } from '@tknest/contracts/money';
import { PROPERTY_TYPES } from '@tknest/contracts/rules';
import { memo, type ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { count, percent, rlusd } from '../format/format';
import { facadeLabel, Street } from '../ui/facade/facade';
import { Money } from '../ui/money/money';
import { Progress } from '../ui/progress/progress';
import { OPENS_HERE } from '../use-search-change';
import { soldOutWords } from './sold-out-words';
import { returnOf } from './return-of';
import '../styles/lists.css';
import './property-card.css';

/** A card's height in pixels, for the place that it needs while it loads; with a row of further controls. */
export const CARD_HEIGHT = 440;
export const CARD_HEIGHT_EXTRA = 496;

/** What a list adds to its cards. */
export interface CardParts {
  /** The button leads to the property's page, instead of opening the panel over this one. */
  look?: boolean;
  onApproach?(): void;
  /** Controls below the button. */
  Extra?: ComponentType<{ property: MarketPropertyView }>;
}

const about = ({ city, propertyType, fundingPurpose }: MarketPropertyView): string =>
  [city, propertyType && (PROPERTY_TYPES[propertyType] ?? propertyType), fundingPurpose].filter(Boolean).join(' · ');

/** The address that opens the panel over the current page, keeping its filters. */
const participating = (params: URLSearchParams, id: number): string => {
  const search = new URLSearchParams(params);
  search.set('buy', String(id));
  return search.toString();
};

/**
 * A property of the marketplace (REQ-1.2.27): façade with APR badge, availability, three figures, price, rent and term,
 * one button.
 */
export const PropertyCard = memo(function PropertyCard({
  property,
  look,
  onApproach,
  Extra,
}: CardParts & { property: MarketPropertyView }) {
  const [params] = useSearchParams();
  const share = property.tokensSold / property.tokenCount;
  const available = property.tokensAvailable;
  const soldOut = soldOutWords(property);
  const { paid, back } = returnOf(property, 1);
  return (
    <article className="card prop">
      <Street id={property.id} share={share} label={facadeLabel(property.tokensSold, property.tokenCount)} />
      <span className="prop-badge">{percent(property.monthlyRate)} APR</span>
      <div className="prop-body">
        <div>
          <h3>
            <Link to={`/properties/${property.id}`} className="prop-name">
              {property.name}
            </Link>
          </h3>
          <p className="small dim">{about(property)}</p>
        </div>
        <div>
          <div className="between small">
            <strong>
              {available > 0 ? `${count(available)} of ${count(property.tokenCount)} tokens available` : soldOut.short}
            </strong>
            <span className="dim">{percent(share * 100)}</span>
          </div>
          <Progress label="Funded" value={share * 100} />
        </div>
        <dl className="trio">
          <div>
            <dt>Interest rate</dt>
            <dd className="prop-rate">
              {percent(property.monthlyRate)} <small>a year</small>
            </dd>
          </div>
          <div>
            <dt>You get back, after fees</dt>
            <dd>
              {formatRlusd(back)} <small>for {formatRlusd(paid)}</small>
            </dd>
          </div>
          <div>
            <dt>Monthly rent share per token</dt>
            <dd>
              <Money amount={property.monthlyPayoutPerToken} unit={false} /> <small>RLUSD</small>
            </dd>
          </div>
        </dl>
        <p className="small dim">
          {rlusd(property.tokenPrice)} per token · rent {rlusd(property.monthlyRent)} · {property.tokenTermMonths}{' '}
          months
        </p>
        <div className="between small prop-more">
          <p className="xsmall dim">Annual yield {percent(property.annualYield)} incl. returned principal</p>
          {!look && (
            <Link to={`/properties/${property.id}`} className="nowrap" aria-label={`View details of ${property.name}`}>
              View details
            </Link>
          )}
        </div>
        {look ? (
          <Link
            className="btn btn-default btn-wide"
            to={`/properties/${property.id}`}
            aria-label={`See the numbers of ${property.name}`}
          >
            See the numbers
          </Link>
        ) : available > 0 ? (
          <Link
            className="btn btn-filled btn-wide"
            to={{ search: participating(params, property.id) }}
            state={OPENS_HERE}
            aria-label={`Participate Now in ${property.name}`}
            onPointerEnter={onApproach}
            onFocus={onApproach}
          >
            Participate Now
          </Link>
        ) : (
          <button
            type="button"
            className="btn btn-filled btn-wide"
            disabled
            aria-label={`${soldOut.button}: ${property.name}`}
          >
            {soldOut.button}
          </button>
        )}
        {Extra && <Extra property={property} />}
      </div>
    </article>
  );
});
