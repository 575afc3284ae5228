import type { PortfolioView } from '@tknest/contracts/api';
import { LOAN } from '@tknest/contracts/rules';
import { Link } from 'react-router';
import { rlusd } from '../../../shared/format/format';
import { businessDay, shortMonth, weekday } from '../../../shared/format/time';
import { usePortfolioQuery } from '../../../shared/portfolio/api';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { nextShares } from '../holdings';
import style from './coming-payments.module.css';

const SHOWN = 4;

/** When the next rent shares arrive, in one sentence. */
export function NextArrival() {
  const { data: own } = usePortfolioQuery();
  const next = own && nextShares(own.coming);
  if (!next) return 'Verified properties, and what they pay from rent.';
  return `About ${rlusd(next.amount)} RLUSD arrives on ${weekday(next.day)}.`;
}

/** What is overdue, and what happens now. */
export function Overdue() {
  const { data: own } = usePortfolioQuery();
  return own?.coming
    .filter(({ behind }) => behind > 0)
    .map(({ propertyId, name, amount, behind }) => (
      <div className={style.overdue} key={propertyId}>
        <Note tone="wait">
          {name} is {behind === 1 ? 'a payment' : `${behind} payments`} behind: {rlusd(amount)} RLUSD of your share is
          overdue. The landlord is reminded every {LOAN.reminderBusinessDays} business days, and what is repaid goes to
          the overdue amount first.{' '}
          <Link to={`/properties/${propertyId}`} aria-label={`View property ${name}`}>
            View property
          </Link>
        </Note>
      </div>
    ));
}

/** Money that the wallet did not take: what to change, and that it stays the reader's. */
export function Unclaimed() {
  const { data: own } = usePortfolioQuery();
  return own?.unclaimed.map(({ reason, todo, amount, properties }) => (
    <div className={style.overdue} key={reason}>
      <Note tone="wait">
        {rlusd(amount, 'six')} RLUSD {properties.length > 0 && `of ${properties.join(', ')} `}could not be paid to you.{' '}
        {todo} It stays yours and is sent once it can arrive.{' '}
        {['no-line', 'limit'].includes(reason) && <Link to="/trust-line-setup">Set up the RLUSD trust line</Link>}
      </Note>
    </div>
  ));
}

/** The next rent shares by day; overdue ones come first. */
export function ComingPayments({ own: { coming, positions } }: { own: PortfolioView }) {
  const waiting = positions.filter(({ tokens, stillDue }) => tokens > 0 && stillDue === null);
  if (coming.length + waiting.length === 0) return null;
  return (
    <section className={`card ${style.coming}`} aria-labelledby="coming">
      <div className="between">
        <h3 id="coming">Coming payments</h3>
        <Link to="/portfolio" className="small">
          All coming payments
        </Link>
      </div>
      <ul>
        {coming.slice(0, SHOWN).map(({ propertyId, name, day, amount, behind }) => (
          <li key={`${propertyId} ${day}`}>
            <time dateTime={day} aria-label={businessDay(day)}>
              <strong>{Number(day.slice(8))}</strong>
              {shortMonth(day.slice(0, 7))}
            </time>
            <Link to={`/properties/${propertyId}`}>{name}</Link>
            {behind > 0 && <StatusPill status="in_arrears" word="Overdue" />}
            <Money amount={amount} />
          </li>
        ))}
      </ul>
      <p className="xsmall dim">
        {coming.length > 0 && 'About, after fees, if landlords pay on time. '}
        {coming.some(({ behind }) => behind > 0) && 'Overdue amounts are before fees. '}
        {waiting.map(({ name }) => name).join(', ')}
        {waiting.length > 0 && ': rent shares begin once the sale has closed.'}
      </p>
    </section>
  );
}
