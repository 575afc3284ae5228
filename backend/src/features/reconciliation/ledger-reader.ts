import { Injectable } from '@nestjs/common';
import { RippledError } from 'xrpl';
import { XrplConnection } from '../../platform/ledger/xrpl-connection.js';
import { covers } from '../../platform/ledger/xrpl-gateway.js';
import type { LedgerTransaction } from './judge/verdict.js';

const PAGE = 200;

/** Reads what happened to an account, and who holds what, from validated ledgers. */
@Injectable()
export class LedgerReader {
  constructor(private readonly connection: XrplConnection) {}

  /**
   * Everything that touched an account within a range of ledgers, oldest first, whatever its type and result. @throws
   * LedgerUnavailable
   */
  async *transactions(account: string, from: number, to: number): AsyncGenerator<LedgerTransaction> {
    for (let marker: unknown; ;) {
      const page = await this.connection.request({
        command: 'account_tx',
        account,
        ledger_index_min: from,
        ledger_index_max: to,
        forward: true,
        limit: PAGE,
        ...(marker ? { marker } : {}),
      });
      for (const entry of page.transactions) if (entry.validated === true) yield readTransaction(entry);
      if (!(marker = page.marker)) return;
    }
  }

  /** A transaction of a validated ledger; null where the node knows of none. @throws LedgerUnavailable */
  async transaction(hash: string): Promise<LedgerTransaction | null> {
    try {
      const found = await this.connection.request({ command: 'tx', transaction: hash });
      return found.validated === true && found.meta ? readTransaction(found) : null;
    } catch (error) {
      if (error instanceof RippledError && (error.data as { error?: string })?.error === 'txnNotFound') return null;
      throw error;
    }
  }

  /**
   * Whether the node holds every ledger of a range: only then is what it does not know not there. @throws
   * LedgerUnavailable
   */
  async holds(from: number, to: number): Promise<boolean> {
    const { info } = await this.connection.request({ command: 'server_info' });
    return covers(info.complete_ledgers, from, to);
  }

  /** Who holds how much of an issuer's token, as of the last validated ledger. */
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

function readTransaction({ tx_json: tx, meta, hash, ledger_index: ledgerIndex }: any): LedgerTransaction {
  return { hash, ledgerIndex, result: meta.TransactionResult, tx, meta, delivered: meta.delivered_amount ?? null };
}
