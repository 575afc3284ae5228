import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { BulkRequest, BulkRow } from '@tknest/contracts/api';
import { formatRlusd, parseRlusd } from '@tknest/contracts/money';
import type { Session } from '#platform/sessions/session.js';
import { ToldStanding } from '#features/identity/module.public.js';
import type { ProposedAct } from '#features/proposals/module.public.js';
import { problemsOf, totalOfRows } from '../../bulk.rules.js';
import { CarryOutBulk, refuseProblems } from './bulk.command.js';

type Listed = Pick<BulkRequest, 'kind' | 'rows'>;

/** How many rows an approver sees; the others are smaller. */
const SHOWN = 20;

/** The largest first, so that the approver sees where the money goes. */
function listed(rows: readonly BulkRow[]): string {
  const sorted = [...rows].sort((a, b) => Number(b.amount) - Number(a.amount));
  const shown = sorted.slice(0, SHOWN).map(({ recipientAddress, amount }) => `${amount} to ${recipientAddress}`);
  const more = sorted.length > SHOWN ? [`${sorted.length - SHOWN} more of at most ${sorted[SHOWN]!.amount} each`] : [];
  return [...shown, ...more].join(', ');
}

/** A list that takes two people. Payees must be verified, which a list by one person does not require. */
@Injectable()
export class BulkAct implements ProposedAct<BulkRequest> {
  readonly kind = 'bulk';

  constructor(
    private readonly commands: CommandBus,
    private readonly standing: ToldStanding,
  ) {}

  async prepare({ kind, rows }: BulkRequest, session: Session) {
    const looked = await this.commands.execute(new CarryOutBulk(session, { kind, rows, preview: true }, undefined));
    const known = looked.rows.map(({ problem }) => problem);
    await this.mustFit({ kind, rows }, known, session);
    // Keeps only these fields of a row, whatever the request contains.
    const kept = rows.map(({ recipientAddress, amount }) => ({ recipientAddress, amount }));
    return { request: { kind, rows: kept }, linkTo: '/tokens' };
  }

  /** @throws Refused if a row or the kind is wrong: the total would leave it out */
  async describe({ kind, rows }: Listed) {
    refuseProblems(problemsOf(kind, rows, new Set()));
    const total = totalOfRows(kind, rows);
    const what =
      kind === 'issue'
        ? `Issue ${total} TKNEST`
        : `Pay ${formatRlusd(parseRlusd(total))} RLUSD of the platform’s own money`;
    const many = rows.length === 1 ? '1 wallet' : `${rows.length} wallets`;
    const beneficiaries = rows.map(({ recipientAddress }) => recipientAddress);
    return { summary: `${what} to ${many} by a list: ${listed(rows)}.`, beneficiaries };
  }

  async carryOut({ kind, rows }: BulkRequest, session: Session, key: string): Promise<void> {
    const known = rows.map(() => null);
    await this.mustFit({ kind, rows }, known, session);
    await this.commands.execute(new CarryOutBulk(session, { kind, rows, preview: false }, key));
  }

  moves({ kind, rows }: BulkRequest) {
    const total = rows.reduce((sum, { amount }) => sum + parseRlusd(amount), 0n);
    return kind === 'payout' ? { rlusd: total, tokens: 0n } : { rlusd: 0n, tokens: total };
  }

  /** @throws Refused; without a current sanctions list, no new payment is accepted */
  private async mustFit({ kind, rows }: Listed, known: readonly (string | null)[], { wallet: by }: Session) {
    const problems: (string | null)[] = [];
    for (const [index, { recipientAddress: wallet, amount }] of rows.entries()) {
      const isFit = known[index] !== null || kind === 'issue' || (await this.standing.isVerified(wallet, 'any'));
      problems.push(isFit ? known[index]! : 'The recipient is not verified');
      const currency = kind === 'issue' ? 'TKNEST' : 'RLUSD';
      if (problems[index] !== null) await this.standing.refused(wallet, { by, amount, currency });
    }
    refuseProblems(problems);
    if (kind === 'payout') await this.standing.mayBegin(rows[0]!.recipientAddress, null);
  }
}
