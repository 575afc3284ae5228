import { Client, encode, Wallet } from 'xrpl';
import type { LedgerServer } from './ledger-server.js';

export const GENESIS = Wallet.fromSeed('snoPBrXtMeMyMHUVTgbuqAfg1SUTb', { algorithm: 'ecdsa-secp256k1' } as never);

type Json = Record<string, any>;

/** A test's hand on a ledger: it signs, hands in, closes and reads. */
export class People {
  private constructor(readonly client: Client) {}

  static async on(server: LedgerServer): Promise<People> {
    const client = new Client(server.url);
    await client.connect();
    return new People(client);
  }

  /** Any request; its answer's result, or the error body. */
  async ask(command: string, params: Json = {}, apiVersion = 1): Promise<Json> {
    try {
      return ((await this.client.request({ command, ...params, api_version: apiVersion } as never)) as { result: Json })
        .result;
    } catch (error) {
      const { data } = error as { data?: Json };
      if (!data) throw error;
      return data;
    }
  }

  /** Signs a transaction with the account's next sequence unless it names one, and gives the blob. */
  async sign(by: Wallet, tx: Json): Promise<string> {
    const Account = tx['Account'] ?? by.classicAddress;
    const Sequence = tx['Sequence'] ?? (await this.root(Account))['Sequence'];
    return by.sign({ Fee: '10', Sequence, ...tx, Account } as never).tx_blob;
  }

  /** Signs and hands in; gives the whole answer. */
  async submit(by: Wallet, tx: Json, options: Json = {}): Promise<Json> {
    return this.ask('submit', { tx_blob: await this.sign(by, tx), ...options });
  }

  /** Signs and hands in; gives the provisional result. */
  async send(by: Wallet, tx: Json): Promise<string> {
    const answer = await this.submit(by, tx);
    return answer['engine_result'] ?? answer['error'];
  }

  async close(times = 1): Promise<void> {
    for (let i = 0; i < times; i++) await this.ask('ledger_accept');
  }

  async root(account: string, ledger: string | number = 'current'): Promise<Json> {
    return (await this.ask('account_info', { account, ledger_index: ledger }))['account_data'] ?? {};
  }

  /** New funded accounts, on a closed ledger. */
  async fund(xrp: number, ...seeds: string[]): Promise<Wallet[]> {
    const wallets = seeds.map((name) =>
      Wallet.fromEntropy(Buffer.from(name.padEnd(16, '.').slice(0, 16)), { algorithm: 'ed25519' } as never),
    );
    for (const { classicAddress } of wallets)
      await this.send(GENESIS, {
        TransactionType: 'Payment',
        Destination: classicAddress,
        Amount: String(Math.round(xrp * 1e6)),
      });
    await this.close();
    return wallets;
  }

  /** The first trust line of an account as it sees it. */
  async line(account: string, ledger: string | number = 'current'): Promise<Json> {
    return (await this.ask('account_lines', { account, ledger_index: ledger }))['lines']?.[0] ?? {};
  }

  async leave(): Promise<void> {
    await this.client.disconnect();
  }
}

export const payment = (to: { classicAddress: string }, Amount: unknown, more: Json = {}): Json => ({
  TransactionType: 'Payment',
  Destination: to.classicAddress,
  Amount,
  ...more,
});
export const usd = (issuer: { classicAddress: string }, value: string): Json => ({
  currency: 'USD',
  issuer: issuer.classicAddress,
  value,
});
export const trust = (issuer: { classicAddress: string }, value: string, more: Json = {}): Json => ({
  TransactionType: 'TrustSet',
  LimitAmount: usd(issuer, value),
  ...more,
});
export const setting = (SetFlag: number): Json => ({ TransactionType: 'AccountSet', SetFlag });
export { encode };
