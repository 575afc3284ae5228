import type { PlatformAccountName } from '@tknest/contracts/events';
import { writeTo, type Committed } from '../../event-store/commit-once.js';
import type { StreamWrite } from '../../event-store/event-store.js';
import { naming } from '../accounts/settled-before.js';
import { placed, type Place, type SigningPorts } from '../accounts/account-signer.js';
import { LedgerUnavailable } from '../ledger-port.js';
import type { Order, Row, SignedAt } from './group.js';
import { networkFee } from './policy.js';
import type { Sender } from './sender.js';

interface Signing {
  signer: PlatformAccountName;
  append(writes: readonly StreamWrite[], fence?: string): Promise<Committed>;
}

type Ports = SigningPorts & { maxFeeDrops?: bigint; sender: Sender };
type Unplaced = Place & { transaction: Record<string, unknown> };

/**
 * Signs a group, as far as there are tickets, journals it in one commit with its tickets, and sends it. After an
 * attempt that is proved absent, the next one uses the same ticket, so that it can never apply twice.
 * @returns false if the owner's stream had changed: nothing was recorded or sent
 * @throws TicketsExhausted, NetworkFeeTooHigh, LedgerUnavailable, Fenced
 */
export async function signGroup(ports: Ports, { signer, append }: Signing, order: Order): Promise<boolean> {
  const batch = await startBatch(ports, signer);
  const purposes = order.group.map(({ purpose }) => purpose);
  const recorded = await ports.accounts.tickets(signer).useMany(purposes, {
    sign: async (tickets) => {
      const chosen = order.group.flatMap((one) => {
        const ticket = tickets.get(one.purpose);
        const transaction = naming(one.purpose, one.transaction);
        return ticket === undefined ? [] : [{ ordered: one, transaction, ticket, sequence: 0 as const }];
      });
      const { signed, at } = await batch.sign(order.decidedOn.stream, chosen);
      return order.journal(
        signed.map(({ of: { ordered, ticket }, hash, transaction }) => ({ ...ordered, ticket, hash, transaction })),
        at,
      );
    },
    commit: (events, assignment, fence) =>
      append([writeTo(order.decidedOn, events), ...(assignment ? [assignment] : [])], fence),
  });
  await batch.send(recorded);
  return recorded;
}

/**
 * The same for a row in the account's sequence.
 * @returns false if another row was begun since it was decided: nothing was recorded or sent
 * @throws NetworkFeeTooHigh, LedgerUnavailable, Fenced, GateShut
 */
export async function signRow(ports: Ports, { signer, append }: Signing, row: Row): Promise<boolean> {
  const batch = await startBatch(ports, signer);
  const recorded = await ports.accounts.tickets(signer).useSequence({
    nextSequence: row.nextSequence,
    sign: async () => {
      const first = await nextSequence(ports, signer);
      const inPlace = (transaction: Record<string, unknown>, index: number): Unplaced => ({
        transaction,
        ticket: null,
        sequence: first + index,
      });
      const { signed, at } = await batch.sign(row.decidedOn.stream, row.transactions.map(inPlace));
      return { signed: row.journal(signed, at), first };
    },
    // Tickets may be assigned in the same stream in the meantime, so it is appended at the stream's current revision.
    commit: (events, at, fence) => append([{ ...at, events }], fence),
  });
  await batch.send(recorded, true);
  return recorded;
}

/** @throws LedgerUnavailable, also if the node knows no such account */
async function nextSequence({ ledger, accounts }: SigningPorts, signer: PlatformAccountName): Promise<number> {
  const account = await ledger.account(await accounts.address(signer));
  if (!account) throw new LedgerUnavailable(`The node does not know the account ${signer}`);
  return account.sequence;
}

/**
 * Transactions that are signed, journaled and sent together: with the same fee and lifetime, stored as one vault item.
 */
async function startBatch({ ledger, accounts, sender, maxFeeDrops }: Ports, signer: PlatformAccountName) {
  const ledgerIndex = await ledger.validatedIndex();
  const lastLedgerSequence = ledgerIndex + ledger.lifetime();
  const fee = await networkFee(ledger, maxFeeDrops);
  const blobs: Record<string, string> = {};
  return {
    /** @param stream the stream with the events that will name the blobs */
    async sign<One extends Unplaced>(stream: string, unsigned: readonly One[]) {
      const signed: { of: One; hash: string; transaction: Record<string, unknown> }[] = [];
      for (const one of unsigned) {
        const transaction = placed(one.transaction, one, { lastLedgerSequence, fee });
        const { blob, hash } = await accounts.sign(signer, transaction);
        blobs[hash] = blob;
        signed.push({ of: one, hash, transaction });
      }
      const blobItem = await sender.keep(stream, blobs);
      const at: SignedAt = { ledgerIndex, lastLedgerSequence, blobItem };
      return { signed, at };
    },
    /** Only journaled transactions are sent. */
    async send(isRecorded: boolean, inSequence = false): Promise<void> {
      if (isRecorded) await sender.send(Object.values(blobs), inSequence);
    },
  };
}
