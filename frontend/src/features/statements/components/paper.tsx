import type { StatementHolding, StatementMovement, StatementView } from '@tknest/contracts/api';
import { parseRlusd, toDecimal, type Day } from '@tknest/contracts/money';
import { CARRIED, changeOf, isInvestors, monthsOf, toDateOf, totalsOf } from '@tknest/contracts/papers';
import { capitalized, movementName, propertyName } from '@tknest/contracts/words';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { exact, withSign, count, tokens } from '../../../shared/format/format';
import { businessDay, dayAndTime } from '../../../shared/format/time';
import { useToday } from '../../../shared/calendar/use-today';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Pill } from '../../../shared/ui/status-pill/status-pill';
import { House } from '../../../shared/ui/wordmark/wordmark';
import { isYear, monthAt, periodName } from '../periods';
import style from './paper.module.css';

/** A statement in its printed form. */
export function Paper({ statement }: { statement: StatementView }) {
  const { period, from, to, running, soFar, movements, holdings, log } = statement;
  return (
    <article className={`card ${style.paper}`} aria-label={`Statement of ${periodName(period)}`}>
      <header className={style.head}>
        <span className={style.mark}>
          <House size={22} /> Tknest
        </span>
        <p className={style.of}>
          Statement {period} {running && <Pill tone="off">{capitalized(toDateOf(period))}</Pill>}
          <br />
          {businessDay(from)} to {businessDay(soFar?.to ?? to)}
          {soFar && (
            <>
              <br />
              Made {dayAndTime(soFar.at)}
            </>
          )}
        </p>
      </header>
      {isInvestors(statement) ? <Received statement={statement} /> : <Raised statement={statement} />}
      {isYear(period) ? <Months statement={statement} /> : <Movements movements={movements} statement={statement} />}
      <Totals statement={statement} />
      <Holdings holdings={holdings} to={to} running={running} />
      <footer className={style.foot}>
        <span>
          {CARRIED.note} No returns are guaranteed. Tokens are participation rights, not ownership. Not a tax
          certificate.
        </span>
        <span className="nowrap">
          Log position {count(Number(log.position))}, seal <span className="mono">{log.seal.slice(0, 8)}</span>
        </span>
      </footer>
    </article>
  );
}

const isZero = (decimal: string) => parseRlusd(decimal) === 0n;

function Received({ statement: { wallet, totals, rentReceived } }: { statement: StatementView }) {
  const fees = toDecimal(parseRlusd(totals.interest) + parseRlusd(totals.principal) - parseRlusd(rentReceived));
  return (
    <Hero name="Rent received" amount={exact(rentReceived)} wallet={wallet}>
      <Fact name="Interest">{exact(totals.interest)}</Fact>
      <Fact name="Returned principal">{exact(totals.principal)}</Fact>
      {!isZero(fees) && <Fact name="Fees of rent shares">{withSign(`-${fees}`)}</Fact>}
    </Hero>
  );
}

/** Figures for users who sell tokens and repay. */
const Raised = ({ statement }: { statement: StatementView }) => (
  <Hero name="Change in this period" amount={withSign(changeOf(statement))} wallet={statement.wallet}>
    <Fact name="Tokens sold">{exact(statement.totals.sold)}</Fact>
    <Fact name="Repaid">{exact(statement.totals.repaid)}</Fact>
    {!isZero(statement.totals.collected) && (
      <Fact name="Collected from deposits">{exact(statement.totals.collected)}</Fact>
    )}
  </Hero>
);

interface HeroProps {
  name: string;
  amount: string;
  wallet: string;
  children: ReactNode;
}

const Hero = ({ name, amount, wallet, children }: HeroProps) => (
  <section className={style.hero} aria-label={name}>
    <p className={style.received}>
      <span>{name}</span>
      <strong>
        {amount} <span className={style.unit}>RLUSD</span>
      </strong>
    </p>
    <Facts>
      <Fact name="Wallet">
        <WalletText wallet={wallet} />
      </Fact>
      {children}
    </Facts>
  </section>
);

function Movements({ movements, statement }: { movements: StatementMovement[]; statement: StatementView }) {
  return (
    <Table
      label="Movements"
      heads={['Date', 'What', 'Detail', 'RLUSD']}
      foot={<Net statement={statement} columns={4} />}
    >
      <Carried name={CARRIED.opening} amount={exact(statement.opening)} columns={4} quiet />
      {movements.length === 0 && <Carried name="Nothing moved in this period." amount="" columns={4} quiet />}
      {movements.map((movement) => (
        <tr key={movement.id}>
          <td className="dim nowrap">{businessDay(movement.date).replace(/, \d{4}$/, '')}</td>
          <td>
            <What movement={movement} />
            <span className={`small dim ${style.under}`}>
              {detailOf(movement)}
              <Parts movement={movement} />
            </span>
          </td>
          <td>
            {detailOf(movement)}
            <Parts movement={movement} />
          </td>
          <td className="nowrap">{withSign(movement.amount)}</td>
        </tr>
      ))}
    </Table>
  );
}

function What({ movement: { type, amount, receipt } }: { movement: StatementMovement }) {
  const name = movementName(type, amount.startsWith('-') ? 'out' : 'in');
  return <strong>{receipt ? <Link to={receipt}>{name}</Link> : name}</strong>;
}

function detailOf({ property, tokens: held, counterparty }: StatementMovement): string {
  const about = property ? propertyName(property) : (counterparty ?? 'Platform');
  return held === null ? about : `${about}, ${tokens(held)}`;
}

function Parts({ movement: { interest, principal, fee } }: { movement: StatementMovement }) {
  if (interest === null || principal === null) return null;
  return (
    <span className={`small dim ${style.parts}`}>
      interest {exact(interest)}, principal {exact(principal)}
      {fee !== null && !isZero(fee) && `, fee −${exact(fee)}`}
    </span>
  );
}

/** Twelve rows instead of movements. */
function Months({ statement }: { statement: StatementView }) {
  const [params] = useSearchParams();
  const of = (month: string) => `/statements?${new URLSearchParams({ ...Object.fromEntries(params), period: month })}`;
  const present = monthAt(useToday());
  const begun = (month: string) => month <= present;
  const nameOf = (month: string) => periodName(month).replace(/ \d{4}$/, '');
  return (
    <Table
      label="Months"
      heads={['Month', 'Rent', 'Interest', 'Principal', 'Net change']}
      foot={<Net statement={statement} columns={5} />}
      figures
    >
      <Carried name={CARRIED.opening} amount={exact(statement.opening)} columns={5} quiet />
      {monthsOf(statement.period, statement.movements).map(({ month, received, interest, principal, change }) => (
        <tr key={month}>
          <td>
            {begun(month) ? <Link to={of(month)}>{nameOf(month)}</Link> : <span className="dim">{nameOf(month)}</span>}
          </td>
          <td>{exact(received)}</td>
          <td>{exact(interest)}</td>
          <td>{exact(principal)}</td>
          <td>{withSign(change)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Net({ statement, columns }: { statement: StatementView; columns: number }) {
  return (
    <>
      <Carried name="Change in this period" amount={withSign(changeOf(statement))} columns={columns} />
      <Carried name={CARRIED.closing} amount={exact(statement.closing)} columns={columns} quiet />
    </>
  );
}

interface CarriedProps {
  name: string;
  amount: string;
  columns: number;
  quiet?: boolean;
}

/** A separate line; its third cell is hidden together with the third column if there is no room. */
const Carried = ({ name, amount, columns, quiet }: CarriedProps) => (
  <tr className={quiet ? style.carried : undefined}>
    <td colSpan={2}>{name}</td>
    {Array.from({ length: columns - 3 }, (_, index) => (
      <td key={index} />
    ))}
    <td>{amount}</td>
  </tr>
);

function Totals({ statement }: { statement: StatementView }) {
  return (
    <section aria-label="Totals">
      <h2>Totals</h2>
      <div className={style.totals}>
        <Facts>
          {totalsOf(statement).map(([name, amount]) => (
            <Fact key={name} name={name}>
              {exact(amount)}
            </Fact>
          ))}
        </Facts>
      </div>
    </section>
  );
}

function Holdings({ holdings, to, running }: { holdings: StatementHolding[]; to: Day; running: boolean }) {
  const when = running ? 'Held now' : `Held on ${businessDay(to)}`;
  if (holdings.length === 0) return null;
  return (
    <section>
      <h2>{when}</h2>
      <Table label={when} heads={['Property', 'Tokens', 'Cost', 'Principal outstanding']} figures costs>
        {holdings.map(({ property, tokens: held, cost, outstanding }) => (
          <tr key={property.id}>
            <td>
              <strong>{propertyName(property)}</strong>
            </td>
            <td>{count(held)}</td>
            <td>{exact(cost)}</td>
            <td>{exact(outstanding)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

interface TableProps {
  label: string;
  heads: readonly string[];
  /** All but the first column are figures; otherwise the last one is. */
  figures?: boolean;
  /** Its third column is the first to be hidden if there is no room. */
  costs?: boolean;
  foot?: ReactNode;
  children: ReactNode;
}

function Table({ label, heads, figures = false, costs = false, foot, children }: TableProps) {
  return (
    <div className={style.wide} role="region" aria-label={label} tabIndex={0}>
      <table className={style.table} data-figures={figures} data-narrow={!figures || costs}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  );
}
