import { Injectable } from '@nestjs/common';
import { XrplConnection } from '../../platform/ledger/xrpl-connection.js';

/** A validated, successful payment as the ledger tells it. */
export interface LedgerPayment {
  hash: string;
  ledgerIndex: number;
  from: string;
  to: string;
  currency: string;
  issuer: string;
  /** Decimal text of what was delivered. */
  value: string;
}

const PAGE = 200;

/** Reads what happened to an account, and who holds what, from validated ledgers. */
@Injectable()
export class LedgerReader {
  constructor(private readonly connection: XrplConnection) {}

  /** Token payments from or to an account within a range of ledgers, oldest first. */
  async payments(account: string, from: number, to: number): Promise<LedgerPayment[]> {
    const found: LedgerPayment[] = [];
    for (let marker: unknown; ; ) {
      const page = await this.connection.request({ command: 'account_tx', account, ledger_index_min: from, ledger_index_max: to, forward: true, limit: PAGE, ...(marker ? { marker } : {}) });
      for (const { tx_json: tx, meta, hash, ledger_index: ledgerIndex, validated } of page.transactions) {
        const delivered = meta?.delivered_amount;
        if (validated !== true || tx?.TransactionType !== 'Payment' || meta.TransactionResult !== 'tesSUCCESS' || typeof delivered !== 'object') continue;
        found.push({ hash, ledgerIndex, from: tx.Account, to: tx.Destination, currency: delivered.currency, issuer: delivered.issuer, value: delivered.value });
      }
      if (!(marker = page.marker)) return found;
    }
  }

  /** Who holds how much of an issuer's token, as of the last validated ledger. */
  async holders(issuer: string, currency: string): Promise<Map<string, string>> {
    const held = new Map<string, string>();
    for (let marker: unknown; ; ) {
      const page = await this.connection.request({ command: 'account_objects', account: issuer, type: 'state', ledger_index: 'validated', limit: PAGE, ...(marker ? { marker } : {}) });
      for (const { Balance, LowLimit, HighLimit } of page.account_objects) {
        if (Balance.currency !== currency) continue;
        const holderIsLow = HighLimit.issuer === issuer;
        const value: string = Balance.value;
        held.set(holderIsLow ? LowLimit.issuer : HighLimit.issuer, holderIsLow || value === '0' ? value : value.startsWith('-') ? value.slice(1) : `-${value}`);
      }
      if (!(marker = page.marker)) return held;
    }
  }
}
