import { Controller, Get, Inject, Param } from '@nestjs/common';
import { isValidClassicAddress } from 'xrpl';
import { Access } from '../../../../platform/http/access.js';
import { LEDGER, type LedgerPort } from '../../../../platform/ledger/ledger-port.js';

/**
 * A currency as the ledger writes it (XRPL "Currency Codes"): three characters as they are, longer names as 20 bytes in
 * hex.
 */
const codeOf = (currency: string) =>
  /^[0-9A-Fa-f]{40}$/.test(currency) || currency.length === 3
    ? currency
    : Buffer.from(currency, 'utf8').toString('hex').toUpperCase().padEnd(40, '0');

/** Why nothing can be asked of the ledger; null where it can. */
function problemOf(wallet: string, currency: string, issuer: string): string | null {
  if (!isValidClassicAddress(wallet) || !isValidClassicAddress(issuer)) return 'Valid XRPL wallet address required';
  if (!/^([0-9A-Fa-f]{40}|[\x21-\x7e]{3,20})$/.test(currency) || currency === 'XRP')
    return 'Valid currency code required';
  return wallet === issuer ? 'An issuer holds no balance of its own token' : null;
}

@Controller('api/tokens/balance')
export class TokenBalanceController {
  constructor(@Inject(LEDGER) private readonly ledger: LedgerPort) {}

  /** What a wallet holds of a token, on the ledger itself (D2 §7). */
  @Get(':wallet/:currency/:issuer')
  @Access('admin', 'auditor')
  async balance(
    @Param('wallet') walletAddress: string,
    @Param('currency') currency: string,
    @Param('issuer') issuer: string,
  ) {
    const problem = problemOf(walletAddress, currency, issuer);
    if (problem) return { walletAddress, currency, balance: '0', error: problem };
    const line = await this.ledger.line(walletAddress, issuer, codeOf(currency));
    return line
      ? { walletAddress, currency, balance: line.balance, error: null }
      : { walletAddress, currency, balance: '0', error: 'This wallet has no such trust line' };
  }
}
