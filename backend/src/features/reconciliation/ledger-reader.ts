import { Inject, Injectable } from '@nestjs/common';
import { RippledError } from 'xrpl';
import { XrplConnection } from '#platform/ledger/xrpl-connection.js';
import { LEDGER, type LedgerPort, type LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { readTransaction } from '#platform/ledger/xrpl-gateway.js';

const PAGE = 200;

/** Reads an account's transactions, and holders' balances, from validated ledgers. */
@Injectable()
export class LedgerReader {
  constructor(
    private readonly connection: XrplConnection,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
  ) {}

  /** All transactions that affected an account within a range of ledgers, oldest first. @throws LedgerUnavailable */
  transactions(account: string, from: number, to: number): AsyncIterable<LedgerTransaction> {
    return this.ledger.history(account, from, to);
  }

  /** A transaction of a validated ledger; null if the node does not know it. @throws LedgerUnavailable */
  async transaction(hash: string): Promise<LedgerTransaction | null> {
    try {
      const found = await this.connection.request({ command: 'tx', transaction: hash });
      return found.validated === true && found.meta ? readTransaction(found) : null;
    } catch (error) {
      if (error instanceof RippledError && (error.data as { error?: string })?.error === 'txnNotFound') return null;
      throw error;
    }
  }

  /** The last validated ledger. @throws LedgerUnavailable */
  newest(): Promise<number> {
    return this.ledger.validatedIndex();
  }

  /** Whether the node has every ledger of a range. @throws LedgerUnavailable */
  holds(from: number, to: number): Promise<boolean> {
    return this.ledger.holds(from, to);
  }

  /** The holders of an issuer's token and their balances, as of the last validated ledger. */
  async holders(issuer: string, currency: string): Promise<Map<string, string>> {
    const held = new Map<string, string>();
    for (let marker: unknown; ;) {
      const page = await this.connection.request({
        command: 'account_objects',
        account: issuer,
        type: 'state',
        ledger_index: 'validated',
        limit: PAGE,
        ...(marker ? { marker } : {}),
      });
      for (const { Balance, LowLimit, HighLimit } of page.account_objects) {
        if (Balance.currency !== currency) continue;
        const holderIsLow = HighLimit.issuer === issuer;
        const value: string = Balance.value;
        held.set(
          holderIsLow ? LowLimit.issuer : HighLimit.issuer,
          holderIsLow || value === '0' ? value : value.startsWith('-') ? value.slice(1) : `-${value}`,
        );
      }
      if (!(marker = page.marker)) return held;
    }
  }
}
