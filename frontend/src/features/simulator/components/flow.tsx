import { IconPlayerPlay } from '@tabler/icons-react';
import { rlusd, tokens as tokensOf } from '../../../shared/format/format';
import { clock } from '../../../shared/format/time';
import { useNow } from '../../../shared/use-now';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { DELAYS_MS, movesOf, PROPERTY, walletOf, type SimulatedRole } from '../simulator';
import type { Simulator } from '../use-simulator';
import { MoneyFlow } from './money-flow';
import { Transactions } from './parts';
import style from './simulator.module.css';

/** The money flow from investor to owner and platform, and a month's payout in the other direction. */
export function Flow(simulator: Simulator) {
  const { world, tokens, running, last, run, obstacle } = simulator;
  const purchase = { type: 'property_purchase', tokens } as const;
  const payout = { type: 'monthly_payout' } as const;
  const line = { type: 'trust_setup', role: 'property_owner' } as const;
  const shown = last ?? purchase;
  const moves = movesOf(shown);
  const back = shown.type === 'monthly_payout';
  const boxOf = (role: SimulatedRole) => {
    const { name, rlusdBalance, hasTrustLine } = walletOf(world, role);
    return {
      name,
      balance: rlusdBalance,
      before: last && !running ? world.before[role] : undefined,
      dashed: !hasTrustLine,
    };
  };
  const ownerHasLine = walletOf(world, 'property_owner').hasTrustLine;
  const why = running ? null : obstacle(purchase);
  return (
    <div className="stack">
      <section className="card stack" aria-labelledby="sim-flow">
        <div className={`between ${style.head}`}>
          <div>
            <h2 id="sim-flow">{back ? 'Payout of one month' : `Purchase, ${tokensOf(shown.tokens)}`}</h2>
            <State {...simulator} />
          </div>
          <div className={`row ${style.do}`}>
            <Button
              look="filled"
              icon={<IconPlayerPlay size={18} aria-hidden />}
              busy={running?.type === 'property_purchase'}
              unavailable={running !== null || why !== null}
              onClick={() => run(purchase)}
            >
              Buy {tokensOf(tokens)}
            </Button>
            <Button
              busy={running?.type === 'monthly_payout'}
              unavailable={running !== null || obstacle(payout) !== null}
              onClick={() => run(payout)}
            >
              Pay one month
            </Button>
          </div>
        </div>
        {!ownerHasLine && (
          <Note tone="wait">
            The landlord has no trust line and cannot receive RLUSD.
            <button type="button" className="note-way" disabled={running !== null} onClick={() => run(line)}>
              Set up trust line
            </button>
          </Note>
        )}
        {ownerHasLine && why && <Note tone="wait">{why}.</Note>}
        <MoneyFlow
          investor={boxOf('investor')}
          owner={boxOf('property_owner')}
          platform={boxOf('platform')}
          amount={Math.abs(moves.investor ?? 0)}
          toOwner={Math.abs(moves.property_owner ?? 0)}
          fee={moves.platform ?? 0}
          back={back}
          moving={running !== null && running.type !== 'trust_setup'}
        />
        <p className="small dim">
          The width of each stream shows its amount: 97.5% goes to the owner, 2.5% to the platform. A month’s payout
          goes the other way: {rlusd(PROPERTY.monthlyPayout)} from owner to investor.
        </p>
      </section>
      <Transactions rows={world.transactions} />
    </div>
  );
}

/** What is happening, with its duration in seconds, or what happened last. */
function State({ world, running }: Simulator) {
  const now = useNow(1_000);
  const [newest] = world.transactions;
  if (!newest) return <p className="small dim">No transactions yet</p>;
  if (!running)
    return (
      <p className="small dim" role="status">
        {newest.status === 'failed' ? newest.description : `Confirmed ${clock(new Date(newest.timestamp), 'seconds')}`}
      </p>
    );
  const seconds = Math.max(1, Math.ceil((newest.timestamp + DELAYS_MS[running.type] - now) / 1000));
  return (
    <p className="small dim" role="status">
      Under way, {seconds} {seconds === 1 ? 'second' : 'seconds'} left
    </p>
  );
}
