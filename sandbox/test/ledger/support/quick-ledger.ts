import { Wallet } from 'xrpl';
import { genesisLedger, USUAL_FEES } from '../../../src/ledger/chain/genesis.js';
import type { ClosedLedger } from '../../../src/ledger/chain/ledger.js';
import { LedgerNode } from '../../../src/ledger/chain/ledger-node.js';
import { transactionFrom } from '../../../src/ledger/codec/transaction-reader.js';
import type { ResultName } from '../../../src/ledger/engine/results.js';
import type { TransactionJson } from '../../../src/ledger/engine/transaction.js';
import { readAccount } from '../../../src/ledger/state/accounts.js';
import { GENESIS } from './people.js';

/** A ledger without a server, for thousands of transactions; signatures are not checked. */
export class QuickLedger {
  readonly node = new LedgerNode({
    ledgers: [genesisLedger({ index: 1000, closeTime: 820_540_800, fees: USUAL_FEES, networkId: 0, without: [] })],
    journal: undefined,
    closeTimeStep: 1,
  });

  send(by: Wallet, tx: Record<string, unknown>): ResultName {
    const { Sequence } = readAccount(this.node.open.state, by.classicAddress)!;
    const json = { Account: by.classicAddress, Fee: '10', Sequence, SigningPubKey: by.publicKey, ...tx };
    let result: ResultName | undefined;
    this.node.submit(transactionFrom(json as unknown as TransactionJson), {}, (r) => (result = r.result));
    return result!;
  }

  close(): ClosedLedger {
    return this.node.accept();
  }

  fund(xrp: number, ...names: string[]): Wallet[] {
    const wallets = names.map((name) =>
      Wallet.fromEntropy(Buffer.from(name.padEnd(16, '.')), { algorithm: 'ed25519' } as never),
    );
    for (const { classicAddress } of wallets)
      this.send(GENESIS, { TransactionType: 'Payment', Destination: classicAddress, Amount: String(xrp * 1_000_000) });
    this.close();
    return wallets;
  }
}
