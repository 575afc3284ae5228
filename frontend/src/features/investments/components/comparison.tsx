import { IconArrowLeft } from '@tabler/icons-react';
import type { MarketPropertyView } from '@tknest/contracts/api';
import { formatRlusd } from '@tknest/contracts/money';
import { PROPERTY_TYPES } from '@tknest/contracts/rules';
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { Link } from 'react-router';
import { rowsOf } from '../../../shared/api/paging';
import { useShown } from '../../../shared/api/use-shown';
import { count, percent, rlusd } from '../../../shared/format/format';
import { useMarketplaceInfiniteQuery } from '../../../shared/properties/property-cards';
import { rentRuleOf } from '../../../shared/properties/rent-rule';
import { returnOf } from '../../../shared/properties/return-of';
import { soldOutWords } from '../../../shared/properties/sold-out-words';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { facadeLabel, Street } from '../../../shared/ui/facade/facade';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import style from './market.module.css';

type Row = readonly [name: string, of: (property: MarketPropertyView) => ReactNode];

const amount = (value: number) => `${rlusd(value)} RLUSD`;
const keptOf = (property: MarketPropertyView) => {
  const { paid, kept } = returnOf(property, 1);
  return `${formatRlusd(kept)} RLUSD, ${percent((Number(kept) / Number(paid)) * 100)}`;
};
/** A sale that has ended has its loan, unless nothing was sold. */
const rentShare = (property: MarketPropertyView) => {
  const hasLoan = ['funded', 'closed'].includes(property.status) && property.tokensSold > 0;
  const { percentOfRent } = rentRuleOf(property, hasLoan);
  return hasLoan ? `${percentOfRent}%` : `${percentOfRent}%, all tokens sold`;
};

/** In the order in which somebody decides. */
const ROWS: readonly Row[] = [
  ['Interest rate', ({ monthlyRate }) => `${percent(monthlyRate)} a year`],
  [
    'You get back, after fees',
    (property) => {
      const { paid, back } = returnOf(property, 1);
      return `${formatRlusd(back)} for ${formatRlusd(paid)} RLUSD`;
    },
  ],
  ['You keep, per token', keptOf],
  ['Monthly rent share per token', ({ monthlyPayoutPerToken }) => amount(monthlyPayoutPerToken)],
  ['Token price', ({ tokenPrice }) => amount(tokenPrice)],
  ['Term', ({ tokenTermMonths }) => `${tokenTermMonths} months`],
  ['Monthly rent', ({ monthlyRent }) => amount(monthlyRent)],
  ['Taken from the rent (limit 30%)', rentShare],
  ['Funding goal', ({ fundingGoal }) => amount(fundingGoal)],
  [
    'Tokens sold',
    ({ tokensSold, tokenCount }) =>
      `${count(tokensSold)} of ${count(tokenCount)}, ${percent((tokensSold / tokenCount) * 100)}`,
  ],
  [
    'Sale',
    (property) =>
      property.tokensAvailable > 0 ? `Open, ${count(property.tokensAvailable)} left` : soldOutWords(property).short,
  ],
  ['City', ({ city }) => city ?? '—'],
  ['Property type', ({ propertyType }) => (propertyType ? PROPERTY_TYPES[propertyType] : '—')],
  ['Purpose', ({ fundingPurpose }) => fundingPurpose],
  ['Annual yield, incl. principal', ({ annualYield }) => <span className="dim">{percent(annualYield)}</span>],
];

/** Two to four properties side by side, in the order in which they were picked. */
export default function Comparison({ ids, onClose }: { ids: readonly number[]; onClose(): void }) {
  const shown = useShown(useMarketplaceInfiniteQuery({ ids: ids.join(','), limit: ids.length }));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="compared" className={style.compared}>
      <div className="between">
        <h2 id="compared" ref={heading} tabIndex={-1}>
          Compare properties
        </h2>
        <Button size="sm" icon={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
          Back to the list
        </Button>
      </div>
      <Shown
        of={shown}
        what="The comparison"
        skeleton={<Skeleton height={760} />}
        empty={[
          (data) => rowsOf(data).length === 0,
          <Empty title="Not available" text="None of them is listed now." />,
        ]}
      >
        {(data) => <SideBySide properties={inOrder(ids, rowsOf(data))} />}
      </Shown>
      <p className="xsmall dim">
        After all fees, for one token, if every installment is paid on its day. No returns are guaranteed.
      </p>
    </section>
  );
}

const inOrder = (ids: readonly number[], found: readonly MarketPropertyView[]) =>
  ids.flatMap((id) => found.filter((property) => property.id === id));

function SideBySide({ properties }: { properties: readonly MarketPropertyView[] }) {
  return (
    <div className={style.sides} tabIndex={0} role="region" aria-label="Properties side by side">
      <table style={{ '--sides': properties.length } as CSSProperties}>
        <thead>
          <tr>
            <td />
            {properties.map(({ id, name, tokensSold, tokenCount }) => (
              <th key={id} scope="col">
                <Street
                  id={id}
                  share={tokensSold / tokenCount}
                  label={facadeLabel(tokensSold, tokenCount)}
                  height={88}
                />
                <Link to={`/properties/${id}`} dir="auto">
                  {name}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.filter(([, of]) => properties.some((one) => of(one) !== '—')).map(([name, of]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {properties.map((property) => (
                <td key={property.id}>{of(property)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {properties.map(({ id, name }) => (
              <td key={id}>
                <ButtonLink to={`/properties/${id}`} wide aria-label={`See the numbers of ${name}`}>
                  See the numbers
                </ButtonLink>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
