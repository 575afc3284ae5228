import { Wallet } from 'xrpl';
import { until, type Person } from '../../scripts/lib/platform-client.mjs';
import type { Program } from './program.js';

export const TOKEN = '544B4E4553540000000000000000000000000000';

/** The account's next sequence as of the last validated ledger. */
export async function sequenceOf(program: Program, address: string): Promise<number> {
  return (await program.sandbox.ledger('account_info', { account: address, ledger_index: 'validated' })).account_data
    .Sequence;
}

/** Signs and sends a transaction as the wallet's owner, past the platform. @returns its hash */
export async function sendPastThePlatform(
  program: Program,
  person: Pick<Person, 'address' | 'wallet'>,
  fields: Record<string, unknown>,
): Promise<string> {
  const wallet = Wallet.fromSeed(person.wallet.seed);
  const { ledger_index: validated } = await program.sandbox.ledger('ledger', { ledger_index: 'validated' });
  const { tx_blob: blob, hash } = wallet.sign({
    Account: person.address,
    Fee: '12',
    Sequence: await sequenceOf(program, person.address),
    LastLedgerSequence: validated + 500,
    ...fields,
  } as never);
  const { engine_result: result } = await program.sandbox.ledger('submit', { tx_blob: blob });
  if (!/^(tes|ter)/.test(result))
    throw new Error(`The ledger did not take ${String(fields.TransactionType)}: ${result}`);
  return hash;
}

/** Waits until a transaction is in a validated ledger. */
export function untilValidated(program: Program, hash: string): Promise<{ meta: { TransactionResult: string } }> {
  return until(
    () => program.sandbox.ledger('tx', { transaction: hash }),
    (tx) => tx.validated === true,
    'the transaction',
  );
}

/** True if the transaction is in a validated ledger. */
export async function isValidated(program: Program, hash: string): Promise<boolean> {
  return (await program.sandbox.ledger('tx', { transaction: hash })).validated === true;
}
