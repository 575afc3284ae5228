/**
 * What the sandbox's ledger itself says of an account, read from the metadata of its transactions. It shares no code
 * with the platform.
 */
import type { Program } from './program.js';

/** A validated transaction that changed an account's RLUSD or tokens. */
export interface Change {
  hash: string;
  ledger: number;
  signer: string;
  /** Units of 10^-15 RLUSD. */
  rlusd: bigint;
  /** Whole tokens of the platform. */
  tokens: number;
}

const UNIT = 15;

/** Decimal text of the ledger, also with an exponent, in units of 10^-15. */
export function unitsOf(value: string): bigint {
  const [mantissa = '0', exponent = '0'] = value.toLowerCase().split('e');
  const [whole = '0', fraction = ''] = mantissa.replace('-', '').split('.');
  const shift = UNIT - fraction.length + Number(exponent);
  const digits = BigInt(whole + fraction);
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
  return mantissa.startsWith('-') ? -units : units;
}

/** Every change of an account's balances, oldest first. */
export async function changesOf(program: Program, account: string): Promise<Change[]> {
  const { rlusdCurrency } = program.runtime.accounts;
  const changes: Change[] = [];
  for (let marker: unknown; ;) {
    const page = await program.sandbox.ledger('account_tx', {
      account,
      ledger_index_min: -1,
      ledger_index_max: -1,
      forward: true,
      limit: 200,
      ...(marker ? { marker } : {}),
    });
    for (const { hash, ledger_index: ledger, meta, tx_json: tx } of page.transactions) {
      let [rlusd, tokens] = [0n, 0n];
      for (const node of meta.AffectedNodes) {
        const [[kind, entry]] = Object.entries<any>(node) as [[string, any]];
        if (entry.LedgerEntryType !== 'RippleState') continue;
        const now = entry.FinalFields ?? entry.NewFields;
        const isLow = now.LowLimit.issuer === account;
        if (!isLow && now.HighLimit.issuer !== account) continue;
        const before = kind === 'CreatedNode' ? '0' : (entry.PreviousFields?.Balance?.value ?? now.Balance.value);
        const up = unitsOf(now.Balance.value) - unitsOf(before);
        if (now.Balance.currency === rlusdCurrency) rlusd += isLow ? up : -up;
        else tokens += isLow ? up : -up;
      }
      const whole = Number(tokens / 10n ** BigInt(UNIT));
      if (rlusd !== 0n || whole !== 0) changes.push({ hash, ledger, signer: tx.Account, rlusd, tokens: whole });
    }
    if (!(marker = page.marker)) return changes;
  }
}

/** What came and went, in units of 10^-15 RLUSD. */
export function sumsOf(changes: readonly Change[]): { received: bigint; paid: bigint } {
  const sums = { received: 0n, paid: 0n };
  for (const { rlusd } of changes)
    if (rlusd > 0n) sums.received += rlusd;
    else sums.paid -= rlusd;
  return sums;
}
