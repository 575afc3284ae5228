/**
 * Transactions that a restored log is about to repeat although the ledger has them already: they are never signed a
 * second time.
 */
import type { PlatformAccountName } from '@tknest/contracts/events';
import { decode } from 'xrpl';
import { writeTo } from '../../event-store/commit-once.js';
import type { EventStore, NewEvent, StreamWrite } from '../../event-store/event-store.js';
import { load } from '../../event-store/folding.js';
import { accountFold } from '../accounts/account.state.js';
import { isSame, naming, subjectOf, type SettledBefore } from '../accounts/settled-before.js';
import type { CourierPorts } from './courier-ports.js';
import type { Commit, Order, SettingAside, Unsigned } from './group.js';
import type { Sender } from './sender.js';

/** An ordered transaction, and the ledger's transaction for its subject. */
type Found = Unsigned & { before: SettledBefore };

interface SortedOut {
  toSign: Unsigned[];
  /** The ledger has it already. */
  done: Found[];
  /** The ledger has a different transaction for the same subject: somebody must find out what that settled. */
  differing: Found[];
}

type Ports = Pick<CourierPorts, 'store' | 'conflict' | 'conflictStream'>;

/**
 * @returns what is left to sign; or what has to be recorded first: the owner's events of one that is on the ledger;
 * `aside`, its events of all that differ from what the recipe builds, with their cases; or, for an owner that sets none
 * aside and has only such ones left, the case of one (nothing if that is open)
 */
export async function takeOver(
  ports: Ports,
  sender: Sender,
  signer: PlatformAccountName,
  order: Order,
): Promise<{
  toSign: readonly Unsigned[];
  writes: readonly StreamWrite[] | null;
  isSame: boolean;
  aside: Commit | null;
}> {
  const { toSign, done, differing } = await sortOut(ports.store, signer, order.group);
  const [same] = done;
  if (same) {
    const events = await takenOver(order, same, (blobs) => sender.keep(order.decidedOn.stream, blobs));
    return { toSign, writes: [writeTo(order.decidedOn, events)], isSame: true, aside: null };
  }
  if (order.setAside && differing.length > 0)
    return { toSign, writes: null, isSame: false, aside: withCases(ports, signer, order.setAside, differing) };
  const [other] = toSign.length > 0 ? [] : differing;
  if (!other) return { toSign, writes: null, isSame: false, aside: null };
  const { hash, ticket } = other.before;
  return { toSign, writes: await ports.conflict({ signer, hash, ticket }), isSame: false, aside: null };
}

/** The owner's events for those that it sets aside, and a case for each. */
function withCases(
  { conflict, conflictStream }: Ports,
  signer: PlatformAccountName,
  { commit, about }: SettingAside,
  found: readonly Found[],
): Commit {
  const owners = commit(found);
  return {
    ...owners,
    shared: [...(owners.shared ?? []), ...found.map(({ before }) => conflictStream(before.hash))],
    writes: async () => {
      const writes = await owners.writes();
      if (!writes) return null;
      const opened = found.map((one) => {
        const { hash, ticket } = one.before;
        return conflict({ signer, hash, ticket, ...about(one) });
      });
      return [...writes, ...(await Promise.all(opened)).flat()];
    },
  };
}

async function sortOut(store: EventStore, signer: PlatformAccountName, group: readonly Unsigned[]): Promise<SortedOut> {
  const { state } = await load(store, accountFold(signer));
  const sorted: SortedOut = { toSign: [], done: [], differing: [] };
  for (const unsigned of group) {
    const { purpose, transaction } = unsigned;
    const [first, ...more] = state.settledBefore.get(subjectOf(purpose)) ?? [];
    const same = [first, ...more].find((one) => one && isSame(naming(purpose, transaction), one.blob));
    if (!first) sorted.toSign.push(unsigned);
    else if (same) sorted.done.push({ ...unsigned, before: same });
    else sorted.differing.push({ ...unsigned, before: first });
  }
  return sorted;
}

/**
 * The owner's events of a transaction that is on the ledger, as if it had been signed now; its result is then found
 * like any other's.
 * @param keep stores its blob
 */
async function takenOver(
  order: Order,
  { before: { hash, ticket, ledgerIndex, blob }, ...unsigned }: Found,
  keep: (blobs: Record<string, string>) => Promise<string>,
): Promise<readonly NewEvent[]> {
  const transaction = decode(blob);
  const lastLedgerSequence = Number(transaction.LastLedgerSequence);
  const at = { ledgerIndex: ledgerIndex - 1, lastLedgerSequence, blobItem: await keep({ [hash]: blob }) };
  return order.journal([{ ...unsigned, ticket, hash, transaction }], at);
}
