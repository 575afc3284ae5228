import { expect } from '@jest/globals';
import { ECDSA, Wallet } from 'xrpl';
import { startEmptyNode } from '../../../sandbox/src/empty-node.js';
import { XrplConnection } from '#platform/ledger/xrpl-connection.js';
import { XrplGateway } from '#platform/ledger/xrpl-gateway.js';

/** Holds all XRP of an empty ledger: https://xrpl.org/docs/concepts/accounts#special-addresses */
export const GENESIS = Wallet.fromSeed('snoPBrXtMeMyMHUVTgbuqAfg1SUTb', { algorithm: ECDSA.secp256k1 });

export interface EmptyNode {
  connection: XrplConnection;
  gateway: XrplGateway;
  /** Closes a ledger, and resolves once the connection has received it. */
  closeLedger(): Promise<void>;
  /** Signs and submits these one after the other, and closes a ledger; each must succeed. */
  settle(wallet: Wallet, ...transactions: Record<string, unknown>[]): Promise<void>;
  /** From now on the node has only this many of its newest ledgers. */
  keepHistory(ledgers: number): Promise<void>;
  stop(): Promise<void>;
}

/** A node whose ledgers close only on request, and the platform's gateway to it. */
export async function onEmptyNode(): Promise<EmptyNode> {
  const node = await startEmptyNode(0);
  const connection = new XrplConnection(`${node.url.replace('http', 'ws')}/ledger`);
  connection.start();
  while (!connection.connected) await new Promise((wake) => setTimeout(wake, 10));
  const gateway = new XrplGateway(connection, 'sandbox');
  const closeLedger = async () => {
    const { ledger_current_index: open } = await connection.request({ command: 'ledger_accept' });
    while (connection.validatedIndex < open - 1) await new Promise((wake) => setTimeout(wake, 5));
  };
  return {
    connection,
    gateway,
    closeLedger,
    async settle(wallet, ...transactions) {
      const account = wallet.classicAddress;
      for (const transaction of transactions) {
        const current = { command: 'account_info', account, ledger_index: 'current' };
        const { account_data: data } = await connection.request(current);
        const common = { Account: account, Fee: '12', Sequence: data.Sequence };
        const { tx_blob: blob } = wallet.sign({ ...common, ...transaction } as never);
        expect((await gateway.submit(blob)).engineResult).toBe('tesSUCCESS');
      }
      await closeLedger();
    },
    async keepHistory(history) {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ history });
      expect((await fetch(`${node.url}/control/ledger`, { method: 'POST', headers, body })).status).toBe(200);
    },
    async stop() {
      await connection.stop();
      await node.close();
    },
  };
}
