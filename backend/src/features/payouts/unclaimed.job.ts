import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { parseRlusd } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { Causation } from '#platform/sessions/causation.js';
import { LedgerStartUp } from '#features/platform-accounts/module.public.js';
import { unpayable } from './transactions/payability.js';
import { type PayoutPorts, PAYOUT_PORTS } from './transactions/ports.js';
import { Reopening } from './reopening.js';

const EVERY_MS = 15_000;
const JOB = 'unclaimed-payouts';
/** How many wallets are checked in one round, those that were not checked for the longest time first. */
const AT_ONCE = 100;

interface Owed {
  run_id: string;
  batch: string;
  wallet: string;
  amount: string;
  reason: string;
}

/**
 * Retries unclaimed lines as soon as the ledger shows that their wallet can be paid, or the wallet is no longer
 * suspended. A wallet may be released before the run that found it suspended, so this job does not rely on the event of
 * the release.
 */
@Injectable()
export class UnclaimedJob implements OnApplicationBootstrap {
  /** The last line of the previous round. */
  private after: [string, string] = ['', ''];

  constructor(
    @Inject(PAYOUT_PORTS) private readonly ports: PayoutPorts,
    @Inject(DataSource) private readonly db: DataSource,
    private readonly startUp: LedgerStartUp,
    private readonly reopening: Reopening,
    private readonly causation: Causation,
  ) {}

  onApplicationBootstrap(): void {
    this.startUp.every(EVERY_MS, JOB, () => this.look(), 'Unclaimed rent shares could not be checked; retrying');
  }

  /** @throws LedgerUnavailable */
  async look(): Promise<void> {
    const owed: Owed[] = await this.db.query(
      `select l.run_id, l.batch, l.wallet, l.amount::text as amount, l.reason from payout_lines l join payouts p on p.id = l.run_id
       where l.status = 'unclaimed' and p.status = 'completed' and l.reason not in ('held', 'unexplained')
         and (l.run_id, l.wallet) > ($1, $2)
       order by l.run_id, l.wallet limit $3`,
      [...this.after, AT_ONCE],
    );
    const last = owed.at(-1);
    this.after = last && owed.length === AT_ONCE ? [last.run_id, last.wallet] : ['', ''];
    const held = await this.ports.blocked([...new Set(owed.map(({ wallet }) => wallet))]);
    for (const { run_id: runId, batch, wallet, amount, reason: why } of owed) {
      if (held.has(wallet)) continue;
      if ((await unpayable(this.ports, { wallet, amount: parseRlusd(amount) })) !== null) continue;
      const released = why === 'compliance';
      const reason = released ? 'The recipient is no longer on hold' : 'The ledger shows that it can be paid';
      // The read model only finds candidates; the batch itself decides whether a line may be retried.
      const which = { wallets: [wallet], released, automatic: true, reason };
      await this.reopening.ofBatch(runId, batch, which, await this.causation.contextOf({}));
    }
  }
}
