import type { EscrowPosted, LoanEvent, PayoutEvent, PlatformAccountName } from '@tknest/contracts/events';
import { balanceOf, exactOf, exactText, parseExact, parseRlusd } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { evolveLoan } from '#features/loans/account/loan.state.js';
import { loanFold, noLoan, type LoanState } from '#features/loans/rules.public.js';
import { escrowFold } from '#features/payouts/escrow/escrow.decider.js';
import { batchFold } from '#features/payouts/runs/batch.state.js';
import { divide } from '#features/payouts/runs/division.js';
import { unattended } from '#features/payouts/processes/unattended.js';
import type { ClaimedLine } from '#features/payouts/readers.public.js';
import { purseOf } from '#features/payouts/runs/run-sources.js';
import type { Purse } from '#features/payouts/escrow/escrow.decider.js';
import { FEE_BATCH, runFold } from '#features/payouts/runs/run.state.js';
import { START, type RecordedEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { accountFold } from '#platform/ledger/accounts/account.state.js';
import { Broken } from '../broken.js';
import { checkFeesAtRest, checkRevenue, paidFrom } from './fee-invariants.js';
import { ESCROW_ADDRESS, FEE_ADDRESS, PROPERTIES, type PayoutWorld } from './payout-world.js';
import { checkStrangers, mustAllBeBack } from './strangers.js';

/** How often a run paid each wallet according to the ledger itself, by the memo of the payments. */
function paidOnLedger(world: PayoutWorld): Map<string, number> {
  const times = new Map<string, number>();
  for (const { run, payment } of [ESCROW_ADDRESS, FEE_ADDRESS].flatMap((from) => paidFrom(world, from))) {
    const line = `${run} to ${payment.transaction.Destination}`;
    times.set(line, (times.get(line) ?? 0) + 1);
  }
  return times;
}

async function everything(world: PayoutWorld): Promise<RecordedEvent[]> {
  return (await world.store.readAll(START, { limit: 1_000_000 })).events;
}

/** Invariants after every step. */
export async function checkAlways(world: PayoutWorld): Promise<void> {
  for (const [line, times] of paidOnLedger(world))
    if (times > 1) throw new Broken('each line is paid at most once', `${line}: ${times} times`);
  const { state: books } = await load(world.store, escrowFold);
  const sum = [...books.balances.values()].reduce((total, one) => total + one, 0n);
  if (sum !== 0n) throw new Broken('accounts sum to zero', exactText(sum));
  await checkRuns(world);
  const events = await everything(world);
  checkPostings(events);
  checkPauses(events);
  checkTurns(events);
  checkRepayments(world, events);
  checkFollowed(world, events);
  checkWaiting(world, events);
  await checkRevenue(world, events);
  checkStrangers(world);
  await checkPlaces(world, events);
  for (const propertyId of PROPERTIES) await checkLoan(world, propertyId, events);
}

/**
 * Money in an intermediate place has an open case, a running process or a claim. Only pauses of admins have no case at
 * once.
 */
async function checkPlaces({ store }: PayoutWorld, events: readonly RecordedEvent[]): Promise<void> {
  const claims = { payoutEscrow: new Map<string, bigint>(), feeWallet: new Map<string, bigint>() };
  const unexplained: ClaimedLine[] = [];
  let fees = 0n;
  for (const { type, data } of events) {
    if (type !== 'PayoutLinesListed') continue;
    const { state: batch } = await load(store, batchFold(data.runId, data.batch));
    const of = claims[purseOf(data.runId)];
    if (data.batch === FEE_BATCH)
      fees += [...batch.lines.values()].reduce((sum, line) => sum + (line.state === 'settled' ? 0n : line.amount), 0n);
    for (const { wallet, amount, state, owedBy, unpayable } of batch.lines.values()) {
      if (owedBy === 'unclaimed' && state !== 'settled' && state !== 'returned')
        of.set(wallet, (of.get(wallet) ?? 0n) + amount);
      if (unpayable === 'unexplained') unexplained.push({ runId: data.runId, batch: data.batch, wallet });
    }
  }
  const found = await unattended({
    store,
    claims: async (purse: Purse) => claims[purse],
    unexplained: async () => unexplained,
    feesOfRuns: async () => fees,
  });
  const lost = found.find(({ kind, details }) => kind !== 'payout-paused' || details?.cause !== 'admin');
  if (lost) throw new Broken('money has an open case, a running process or a claim', `${lost.kind}: ${lost.summary}`);
}

/** Every repayment of a loan is on a validated ledger, or was collected from the deposit; each is recorded once. */
function checkRepayments(world: PayoutWorld, events: readonly RecordedEvent[]): void {
  const { ledger } = world;
  const seen = new Set<string>();
  for (const event of events as unknown as (RecordedEvent & LoanEvent)[]) {
    if (event.type !== 'RepaymentReceived') continue;
    const { repaymentId, hash, ledgerIndex, date } = event.data;
    if (seen.has(repaymentId)) throw new Broken('a due date or a repayment is received once', repaymentId);
    seen.add(repaymentId);
    if (hash !== null && ledger.applied.get(hash)?.result !== 'tesSUCCESS')
      throw new Broken('a repayment counts once a validated ledger holds it', repaymentId);
    const signed = events.find(({ type, data }) => type === 'LegSigned' && data.paymentId === repaymentId);
    if (ledgerIndex !== null && date > world.paidOn(ledgerIndex, signed?.data.signedOn ?? null))
      throw new Broken('a repayment counts on the day of its ledger', `${repaymentId} on ${date}`);
  }
}

/** Nothing falls due or into arrears on a day before everything that reached the escrow before it is booked. */
function checkFollowed(world: PayoutWorld, events: readonly RecordedEvent[]): void {
  let followed = '';
  for (const { type, data } of events) {
    if (type === 'EscrowFollowed') followed = world.dayOf(data.toLedger);
    const day = type === 'InstalmentFellDue' ? data.dueDate : type === 'LoanInArrears' ? data.date : '';
    if (day > followed) throw new Broken('a loan’s day waits for what reached the escrow', `${type} on ${day}`);
  }
}

/** The calendar puts nothing into arrears while a repayment is under way that a ledger of an earlier day has. */
function checkWaiting({ repaidOn }: PayoutWorld, events: readonly RecordedEvent[]): void {
  const ofRepayments = new Set(
    events.filter(({ type, data }) => type === 'RepaymentReceived' && data.hash !== null).map(commandOf),
  );
  const loans = new Map<number, LoanState>();
  for (const event of events as unknown as (RecordedEvent & LoanEvent)[]) {
    const { type, stream, data } = event;
    if (!stream.startsWith('loan-')) continue;
    const loan = loans.get(data.propertyId) ?? noLoan;
    loans.set(data.propertyId, evolveLoan(loan, event));
    if (type !== 'LoanInArrears' || loan.status === 'none' || ofRepayments.has(commandOf(event))) continue;
    if (data.dueDate !== loan.account.due[0]?.dueDate) continue;
    const sent = [...loan.underWay.keys()].find((id) => (repaidOn.get(id) ?? data.date) < data.date);
    if (sent) throw new Broken('a loan’s day waits for a repayment that a ledger has', `${sent}, ${data.date}`);
  }
}
const commandOf = ({ metadata }: RecordedEvent): string => metadata.commandId;

/** balance = principal − Σ principal paid; the parts and the excess are what was received; nothing is negative. */
async function checkLoan({ store }: PayoutWorld, propertyId: number, events: readonly RecordedEvent[]): Promise<void> {
  const { state: loan } = await load(store, loanFold(propertyId));
  if (loan.status === 'none') return;
  let repaid = 0n;
  const received = new Map<string, bigint>();
  for (const { type, data } of events as unknown as (RecordedEvent & LoanEvent)[]) {
    if (type === 'RepaymentReceived' && data.propertyId === propertyId)
      received.set(data.repaymentId, parseRlusd(data.amount));
    if (type !== 'RepaymentAllocated' || data.propertyId !== propertyId) continue;
    const parts: bigint[] = data.parts.map((part: { amount: string }) => parseRlusd(part.amount));
    const of = [data.interest, data.principal, data.excess];
    const [interest, principal, excess] = of.map((amount: string) => parseRlusd(amount)) as [bigint, bigint, bigint];
    if ([...parts, interest, principal, excess].some((amount) => amount < 0n))
      throw new Broken('nothing that is allocated is negative', data.repaymentId);
    const total = parts.reduce((sum, part) => sum + part, 0n) + excess;
    if (total !== received.get(data.repaymentId) || interest + principal + excess !== total)
      throw new Broken('parts and excess are what was received', data.repaymentId);
    repaid += principal;
  }
  const balance = balanceOf(loan.account);
  if (balance !== loan.principal - repaid)
    throw new Broken('balance = principal − principal paid', `property ${propertyId}: ${balance}, repaid ${repaid}`);
}

/** amount = fee + Σ lines; the lines equal those computed from the story's own copy of the register. */
async function checkRuns(world: PayoutWorld): Promise<void> {
  for (const { runId, amount, fee, holders } of world.ordered) {
    const { state: run } = await load(world.store, runFold(runId));
    if (run.phase !== 'started' && run.phase !== 'completed') continue;
    const { state: batch } = await load(world.store, batchFold(runId, '0'));
    const lines = [...batch.lines.values()];
    const total = lines.reduce((all, line) => all + line.amount, fee);
    if (total !== amount) throw new Broken('amount = fee + lines', `${runId}: ${total} of ${amount}`);
    const shares = new Map(divide(amount - fee, holders).map(({ wallet, amount: share }) => [wallet, share]));
    for (const line of lines)
      if (shares.get(line.wallet) !== line.amount)
        throw new Broken(
          'lines are those of the record date',
          `${runId}: ${line.wallet} gets ${line.amount}, not ${shares.get(line.wallet)}`,
        );
  }
}

/**
 * Each incoming payment is posted once, a run is created with its full amount, a deposit pays exactly the amounts that
 * fall due.
 */
function checkPostings(events: readonly RecordedEvent[]): void {
  const seen = new Set<string>();
  const sources = new Map<string, string>();
  const funded = new Map<string, bigint>();
  for (const event of events) {
    if (event.type === 'PayoutRunCreated') sources.set(event.data.runId, event.data.source);
    if (event.type !== 'EscrowPosted' && event.type !== 'FeesPosted') continue;
    const { postingId, kind, entries } = event.data as EscrowPosted['data'];
    if (seen.has(postingId)) throw new Broken('each posting id is posted once', postingId);
    seen.add(postingId);
    for (const { account, amount } of entries)
      if (account.startsWith('run/') && !amount.startsWith('-'))
        funded.set(`${account.slice(4)}@${event.metadata.commandId}`, parseExact(amount));
    if (kind === 'run-funded' && entries.some(({ account }) => account.startsWith('deposit/'))) {
      const runId = entries.find(({ account }) => account.startsWith('run/'))!.account.slice(4);
      if (!runId.startsWith('due-') && !runId.startsWith('withdrawal-'))
        throw new Broken('a deposit pays what falls due and nothing else', runId);
    }
  }
  for (const event of events as unknown as (RecordedEvent & PayoutEvent)[]) {
    if (event.type !== 'PayoutRunCreated' || event.data.direct) continue;
    const { runId, amount } = event.data;
    if (funded.get(`${runId}@${event.metadata.commandId}`) !== exactOf(parseRlusd(amount)))
      throw new Broken('a run is created with its whole money', runId);
  }
}

/** A paused run signs nothing. */
function checkPauses(events: readonly RecordedEvent[]): void {
  const paused = new Set<string>();
  for (const { type, data } of events) {
    if (type === 'PayoutRunPaused') paused.add(data.runId);
    if (type === 'PayoutRunResumed') paused.delete(data.runId);
    if (type === 'PayoutWindowSigned' && paused.has(data.runId))
      throw new Broken('a run that pauses signs nothing', data.runId);
  }
}

/** Runs of one property go one after another; a direct one was paid before it began. */
function checkTurns(events: readonly RecordedEvent[]): void {
  const held = new Map<string, bigint>();
  const created: { runId: string; propertyId: number | null; direct: object | null }[] = [];
  for (const { type, data } of events) {
    if (type === 'PayoutRunCreated') created.push(data);
    if (type === 'EscrowPosted')
      for (const { account, amount } of data.entries as EscrowPosted['data']['entries'])
        held.set(account, (held.get(account) ?? 0n) + parseExact(amount));
    if (type !== 'PayoutRunStarted') continue;
    const at = created.findIndex(({ runId }) => runId === data.runId);
    const { propertyId, direct } = created[at]!;
    if (direct) continue;
    const before = created.slice(0, at).filter((run) => propertyId !== null && run.propertyId === propertyId);
    if (before.some(({ runId }) => (held.get(`run/${runId}`) ?? 0n) > 0n))
      throw new Broken('runs of one property go one after another', data.runId);
  }
}

/** Invariants once nothing is in progress any more. */
export async function checkQuiet(world: PayoutWorld): Promise<void> {
  await checkAlways(world);
  await checkFeesAtRest(world);
  await mustAllBeBack(world);
  if (world.waiting.size > 0) throw new Broken('no loan’s day waits', [...world.waiting].join(' '));
  const { state: books } = await load(world.store, escrowFold);
  const onLedger = exactOf(world.ledger.balance(ESCROW_ADDRESS, CURRENCY.rlusd));
  if (-(books.balances.get('ledger') ?? 0n) !== onLedger)
    throw new Broken(
      'the books equal the ledger',
      `${exactText(-(books.balances.get('ledger') ?? 0n))}, the ledger says ${exactText(onLedger)}`,
    );
  for (const { runId } of world.ordered) {
    const { state: run } = await load(world.store, runFold(runId));
    if (run.phase !== 'completed' || run.open.size > 0)
      throw new Broken(
        'no run is stuck',
        `${runId} is ${run.phase}, paused ${run.paused}, open ${[...run.open].join(' ')}`,
      );
    if (books.balances.has(`run/${runId}`)) throw new Broken('a completed run holds nothing', runId);
    for (const batch of ['0', ...(run.fee > 0n ? [FEE_BATCH] : [])])
      for (const { wallet, state } of (await load(world.store, batchFold(runId, batch))).state.lines.values())
        if (state === 'waiting' || state === 'submitted' || state === 'unclaimed')
          throw new Broken('every line is paid in a world that is well', `${runId} to ${wallet} is ${state}`);
  }
  if (books.balances.has('fee-payable')) throw new Broken('every fee is paid', 'fee-payable is not at zero');
  await checkTickets(world, 'payoutEscrow', ESCROW_ADDRESS);
  await checkTickets(world, 'feeWallet', FEE_ADDRESS);
}

async function checkTickets({ store, ledger }: PayoutWorld, name: PlatformAccountName, address: string): Promise<void> {
  const { state: account } = await load(store, accountFold(name));
  const held = ledger.tickets.get(address) ?? new Set();
  if (account.assigned.size > 0) throw new Broken('no ticket is left assigned', JSON.stringify([...account.assigned]));
  // The ledger may have more: those of a TicketCreate that was just validated.
  if (account.free.some((ticket) => !held.has(ticket))) throw new Broken('free tickets are on the ledger', '');
}
