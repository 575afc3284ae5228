import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BulkAnswer, BulkRequest, BulkRow } from '@tknest/contracts/api';
import { PLATFORM_ACCOUNT_NAMES } from '@tknest/contracts/events';
import { CONFIG, type Config } from '#platform/config/config.js';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { Refused } from '#platform/domain/refused.js';
import { handleCommandAcross, type CommandContext } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { notWithTwo, WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { KeyedCommand } from '#platform/sessions/of-session.js';
import { Causation } from '#platform/sessions/causation.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { issuanceFold, LINE_WORDS, orderIssuance } from '#features/issuance/rules.public.js';
import { tokenLine } from '#features/payments/rules.public.js';
import { batchFold, escrowFold, fundPayees, runFold, runIdOf } from '#features/payouts/rules.public.js';
import { CourierService, PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { amountOf, problemsOf, totalOfRows } from '../../bulk.rules.js';

/** An admin issues tokens to, or pays out of the float, a whole list in one commit, or nothing. */
export class CarryOutBulk extends KeyedCommand<BulkRequest, BulkAnswer> {}

/** Longer than for other calls, because a list may be long. */
const LIST_WITHIN_MS = 30_000;

type Issuances = Record<string, ReturnType<typeof issuanceFold>>;

@CommandHandler(CarryOutBulk)
export class CarryOutBulkHandler implements ICommandHandler<CarryOutBulk> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(CONFIG) private readonly config: Config,
    private readonly accounts: PlatformAccounts,
    private readonly standing: ToldStanding,
    private readonly calendar: BusinessCalendar,
    private readonly causation: Causation,
    private readonly courier: CourierService,
    private readonly requests: WorkerRequests,
  ) {
    const onlyOne = notWithTwo(config, 'A bulk list takes two people here. Propose it instead.');
    requests.carryOut('carry-out-bulk', (asked: CarryOutBulk) => this.carryOut(asked), onlyOne);
  }

  /** @throws Refused if rows are wrong (400 naming each), or the float is too small; CommandReused */
  execute(order: CarryOutBulk): Promise<BulkAnswer> {
    if (order.request.preview) return this.carryOut(order);
    return this.requests.ask('carry-out-bulk', order, { withinMs: LIST_WITHIN_MS });
  }

  private async carryOut({ session, request: { kind, rows, preview }, key }: CarryOutBulk): Promise<BulkAnswer> {
    if (!this.config.bulkOperations)
      throw new Refused('not-found', 'Bulk operations are switched off on this platform');
    const input = {
      call: 'tokens/bulk',
      kind,
      rows: rows.map(({ recipientAddress, amount }) => [recipientAddress, amount]),
    };
    const context = await this.causation.contextOf({ session, ...(preview ? {} : { idempotencyKey: key }), input });
    const operationId = context.metadata.commandId;
    const repeated = !preview && (await this.store.findCommand(operationId, context.inputHash)) !== null;
    const problems = repeated ? rows.map(() => null) : await this.check(kind, rows);
    const answer = (ids: { payoutId: string | null; issuances: boolean }): BulkAnswer => ({
      operationId: preview ? null : operationId,
      payoutId: ids.payoutId,
      kind,
      rows: rows.map(({ recipientAddress, amount }, index) => ({
        recipientAddress,
        amount,
        problem: problems[index]!,
        issuanceId: ids.issuances ? issuanceIdOf(operationId, recipientAddress) : null,
      })),
      total: totalOfRows(kind, rows),
    });
    if (preview) return answer({ payoutId: null, issuances: false });
    const currency = kind === 'issue' ? 'TKNEST' : 'RLUSD';
    for (const [index, { recipientAddress, amount }] of rows.entries())
      if (problems[index]) await this.standing.refused(recipientAddress, { by: session.wallet, amount, currency });
    refuseProblems(problems);
    if (kind === 'issue') await this.issue(operationId, rows, context);
    else await this.pay(operationId, rows, context);
    return answer({ payoutId: kind === 'payout' ? payoutIdOf(operationId) : null, issuances: kind === 'issue' });
  }

  private async check(kind: BulkRequest['kind'], rows: readonly BulkRow[]): Promise<(string | null)[]> {
    const own = await Promise.all(PLATFORM_ACCOUNT_NAMES.map((name) => this.accounts.address(name)));
    const problems = problemsOf(kind, rows, new Set([...own, this.config.xrpl.rlusdIssuer]));
    if (kind === 'payout') return problems;
    const found: (string | null)[] = [];
    for (const [index, row] of rows.entries()) found.push(problems[index] ?? (await this.cannotTake(row)));
    return found;
  }

  /** Why a wallet cannot be issued tokens now. */
  private async cannotTake({ recipientAddress, amount }: BulkRow): Promise<string | null> {
    if (!(await this.standing.isVerified(recipientAddress, 'any'))) return 'The recipient is not verified';
    const line = await tokenLine({ ledger: this.ledger, accounts: this.accounts }, recipientAddress, Number(amount));
    return line === 'ready' || line === 'unauthorised' ? null : LINE_WORDS[line];
  }

  private async issue(operationId: string, rows: readonly BulkRow[], context: CommandContext): Promise<void> {
    const streams: Issuances = Object.fromEntries(
      rows.map(({ recipientAddress }) => [recipientAddress, issuanceFold(issuanceIdOf(operationId, recipientAddress))]),
    );
    await handleCommandAcross(
      this.store,
      streams,
      (states) =>
        Object.fromEntries(
          rows.map(({ recipientAddress: recipient, amount }) => {
            const issuanceId = issuanceIdOf(operationId, recipient);
            const order = { issuanceId, recipient, tokens: Number(amount), source: 'hand' as const, paymentId: null };
            return [recipient, orderIssuance(order, states[recipient]!)];
          }),
        ),
      context,
    );
  }

  private async pay(operationId: string, rows: readonly BulkRow[], context: CommandContext): Promise<void> {
    const today = await this.calendar.today();
    const runId = payoutIdOf(operationId);
    const payees = rows.map(({ recipientAddress, amount }) => ({ wallet: recipientAddress, amount: amountOf(amount) }));
    const amount = payees.reduce((sum, payee) => sum + payee.amount, 0n);
    const dates = { period: today, date: today, recordPosition: null };
    const order = { runId, propertyId: null, source: 'bulk' as const, ...dates, amount, fee: 0n };
    await handleCommandAcross(
      this.store,
      { run: runFold(runId), lines: batchFold(runId, '0'), escrow: escrowFold },
      ({ run, escrow }) => fundPayees(order, 'float', payees, { run, escrow }),
      context,
    );
    void this.courier.advance('payout', runId).catch(() => undefined);
  }
}

const payoutIdOf = (operationId: string) => runIdOf('bulk', operationId);
const issuanceIdOf = (operationId: string, wallet: string) => uuidv5(`bulk/${operationId}/${wallet}`);

/** @throws Refused naming each row that is wrong */
export function refuseProblems(problems: readonly (string | null)[]): void {
  const errors = Object.fromEntries(
    problems.flatMap((problem, index) => (problem ? [[`rows.${index}`, [problem]] as const] : [])),
  );
  const wrong = Object.keys(errors).length;
  if (wrong > 0)
    throw new Refused('invalid', `${wrong} of ${problems.length} rows cannot be carried out, so none was.`, { errors });
}
