/** Compares what a wallet signed with what it was asked to sign. Wallets are not trusted. */
import { decode, hashes, verifySignature } from 'xrpl';
import { deriveAddress } from 'ripple-keypairs';
import { hasFlag, type AccountFacts } from './ledger-port.js';

type Transaction = Record<string, unknown>;

/** tfFullyCanonicalSig: wallets set it themselves, and it has no effect. */
const CANONICAL = 0x80000000;
/**
 * Xaman raises a LastLedgerSequence that is closer than this: by 20 ledgers itself (Sign.mixin.ts), by 150 for a Tangem
 * card (VaultOverlay). The margin is for its node, which may be ahead of the one asked here.
 */
const WALLET_RAISE = 150;
const RAISE_MARGIN = 10;

export interface SignedBlob {
  hash: string;
  sequence: number;
  ticket: number | null;
  lastLedgerSequence: number | null;
}

/**
 * Compares a signed blob with the request: account, destination, amount, currency, issuer, flags, memo, sequence,
 * LastLedgerSequence and the signing key's authority over the account.
 * @returns the reason why it must not be used, or null
 */
export function departure(
  asked: Transaction,
  blob: string,
  account: AccountFacts | null,
  validatedIndex: number,
): string | null {
  let signed: Transaction;
  try {
    signed = decode(blob);
  } catch {
    return 'the signed transaction cannot be decoded';
  }
  for (const field of [
    'TransactionType',
    'Account',
    'Destination',
    'Sequence',
    'DestinationTag',
    'InvoiceID',
    'SendMax',
    'DeliverMin',
    'Paths',
    'TicketSequence',
    'QualityIn',
    'QualityOut',
  ]) {
    if (!same(asked[field], signed[field])) return `${field} differs from what was asked`;
  }
  for (const field of ['Amount', 'LimitAmount', 'Memos'])
    if (!same(canonical(asked[field]), canonical(signed[field]))) return `${field} differs from what was asked`;
  if ((Number(signed.Flags ?? 0) & ~CANONICAL) !== (Number(asked.Flags ?? 0) & ~CANONICAL))
    return 'Flags differ from what was asked';
  const last = signed.LastLedgerSequence as number | undefined;
  if (last === undefined) return 'it has no LastLedgerSequence';
  if (last < (asked.LastLedgerSequence as number)) return 'LastLedgerSequence is earlier than asked';
  if (last > Math.max(asked.LastLedgerSequence as number, validatedIndex + WALLET_RAISE + RAISE_MARGIN))
    return 'LastLedgerSequence is later than asked';
  if (BigInt(signed.Fee as string) > 50n * BigInt(asked.Fee as string))
    return 'its network fee is far above what was asked';
  return keyProblem(signed, blob, account);
}

/**
 * A signature does not prove the key's authority: it must be the account's master key, not disabled, or its regular
 * key.
 */
function keyProblem(signed: Transaction, blob: string, account: AccountFacts | null): string | null {
  const { signer, problem } = signerOf(signed, blob);
  if (problem !== null) return problem;
  if (account?.regularKey === signer) return null;
  if (signer !== signed.Account) return 'the signing key has no authority over the account';
  return hasFlag(account, 'disableMaster') ? "the account's master key is disabled" : null;
}

/** The address of the key that signed, or why nothing valid did. */
export function signerOf(
  { Signers, SigningPubKey: publicKey }: Transaction,
  blob: string,
): { signer: string; problem: null } | { signer: null; problem: string } {
  const refused = (problem: string) => ({ signer: null, problem });
  if (Signers) return refused('it is multi-signed');
  if (typeof publicKey !== 'string' || publicKey === '') return refused('it is not signed');
  try {
    if (!verifySignature(blob)) return refused('its signature is not valid');
  } catch {
    return refused('its signature is not valid');
  }
  return { signer: deriveAddress(publicKey), problem: null };
}

/** What the journal stores about a signed blob. @throws if it cannot be decoded */
export function describeBlob(blob: string): SignedBlob {
  const transaction = decode(blob) as Transaction;
  return {
    hash: hashes.hashSignedTx(blob),
    sequence: transaction.Sequence as number,
    ticket: (transaction.TicketSequence as number | undefined) ?? null,
    lastLedgerSequence: (transaction.LastLedgerSequence as number | undefined) ?? null,
  };
}

function canonical(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'value' in value) {
    const amount = value as { currency: string; issuer: string; value: string };
    return { currency: amount.currency, issuer: amount.issuer, value: amount.value };
  }
  return value;
}

const same = (a: unknown, b: unknown) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
