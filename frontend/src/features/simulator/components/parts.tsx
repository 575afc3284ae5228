import { count, rlusd, tokens as tokensOf, wordsOf } from '../../../shared/format/format';
import { clock } from '../../../shared/format/time';
import { Button } from '../../../shared/ui/button/button';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { NumberField } from '../../../shared/ui/inputs/inputs';
import { Money } from '../../../shared/ui/money/money';
import { Empty } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { PROPERTY, type SimulatedTransaction, type SimulatedWallet } from '../simulator';
import type { Simulator } from '../use-simulator';
import style from './simulator.module.css';

const STATUS = { confirmed: 'completed', pending: 'processing', failed: 'failed' } as const;

/** Wallet badge (REQ-2.4.7). */
function Badge({ hasTrustLine, rlusdBalance }: SimulatedWallet) {
  return <StatusPill status={!hasTrustLine ? 'no_trust_line' : rlusdBalance === 0 ? 'no_balance' : 'active'} />;
}

export function Wallets({ world, running, run, obstacle }: Simulator) {
  return (
    <div className="cards">
      {world.wallets.map((one) => {
        const deed = { type: 'trust_setup', role: one.role } as const;
        const busy = running?.type === 'trust_setup' && running.role === one.role;
        return (
          <article key={one.id} className={`card stack ${style.wallet}`}>
            <div className="between">
              <h2>{one.name}</h2>
              <Badge {...one} />
            </div>
            <p className="figure">
              <Money amount={one.rlusdBalance} />
            </p>
            <WalletText wallet={one.address} />
            <p className="small dim">
              {one.lastActivity ? `Last activity ${clock(new Date(one.lastActivity), 'seconds')}` : 'No activity yet'}
            </p>
            {!one.hasTrustLine && (
              <Button look="filled" wide busy={busy} unavailable={obstacle(deed) !== null} onClick={() => run(deed)}>
                {busy ? 'Setting up, 2 seconds' : 'Set up trust line'}
              </Button>
            )}
          </article>
        );
      })}
    </div>
  );
}

export function SimulatedProperty({ tokens, choose, running, run, obstacle }: Simulator) {
  const purchase = { type: 'property_purchase', tokens } as const;
  const why = running ? null : obstacle(purchase);
  return (
    <article className={`card stack ${style.property}`}>
      <h2>{PROPERTY.name}</h2>
      <Facts>
        <Fact name="Token price">
          <Money amount={PROPERTY.tokenPrice} />
        </Fact>
        <Fact name="Tokens">{count(PROPERTY.tokens)}</Fact>
        <Fact name="Monthly payout">
          <Money amount={PROPERTY.monthlyPayout} />
        </Fact>
      </Facts>
      <NumberField
        label="Tokens to buy"
        value={tokens}
        decimalScale={0}
        description={`${rlusd(PROPERTY.tokenPrice * (tokens || 0))} RLUSD: 97.5% to the owner, 2.5% to the platform`}
        error={why ?? undefined}
        onChange={(value) => choose(Number(value))}
      />
      <div>
        <Button
          look="filled"
          busy={running?.type === 'property_purchase'}
          unavailable={running !== null || why !== null}
          onClick={() => run(purchase)}
        >
          Buy {tokensOf(tokens)}
        </Button>
      </div>
    </article>
  );
}

const COLUMNS: readonly Column<SimulatedTransaction>[] = [
  {
    head: 'Status',
    area: 'status',
    cell: ({ status }) => <StatusPill status={STATUS[status]} word={wordsOf(status)} />,
  },
  { head: 'Type', area: 'type', atEnd: true, cell: ({ type }) => type.replaceAll('_', ' ') },
  {
    head: 'Description',
    area: 'what',
    cell: ({ description, timestamp }) => `${description}, ${clock(new Date(timestamp), 'seconds')}`,
  },
  { head: 'Amount', area: 'amount', numeric: true, cell: ({ amount }) => <Money amount={amount} /> },
];
const MONITORED: readonly Column<SimulatedTransaction>[] = [
  ...COLUMNS,
  { head: 'From', cell: ({ fromWallet }) => <WalletText wallet={fromWallet} /> },
  { head: 'To', cell: ({ toWallet }) => <WalletText wallet={toWallet} /> },
  { head: 'TX Hash', cell: ({ txHash }) => <HashText hash={txHash} /> },
];

export function Transactions({ rows, all }: { rows: readonly SimulatedTransaction[]; all?: boolean }) {
  return (
    <section className={style.list} aria-labelledby="sim-transactions">
      <div className="between">
        <h2 id="sim-transactions">Simulated transactions</h2>
        <span className="dim">{count(rows.length)}</span>
      </div>
      {rows.length === 0 ? (
        <Empty as="h3" title="No transactions yet" text="Open the owner’s trust line, then buy tokens." />
      ) : (
        <div className={style.rows}>
          <DataTable
            label="Simulated transactions"
            dense
            columns={all ? MONITORED : COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </div>
      )}
    </section>
  );
}

export const Monitoring = ({ world }: Simulator) => <Transactions rows={world.transactions} all />;
