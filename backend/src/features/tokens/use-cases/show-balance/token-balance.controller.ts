import { Controller, Get, Inject, Param } from '@nestjs/common';
import { isValidClassicAddress } from 'xrpl';
import { Access } from '../../../../platform/http/access.js';
import { LEDGER, type LedgerPort } from '../../../../platform/ledger/ledger-port.js';

const hexCode = (currency: string) => (/^[0-9A-Fa-f]{40}$/.test(currency) || currency.length === 3 ? currency : Buffer.from(currency, 'utf8').toString('hex').toUpperCase().padEnd(40, '0'));

@Controller('api/tokens/balance')
export class TokenBalanceController {
  constructor(@Inject(LEDGER) private readonly ledger: LedgerPort) {}

  /** What a wallet holds of a token, on the ledger itself (D2 §7). */
  @Get(':wallet/:currency/:issuer')
  @Access('admin', 'auditor')
  async balance(@Param('wallet') walletAddress: string, @Param('currency') currency: string, @Param('issuer') issuer: string) {
    if (!isValidClassicAddress(walletAddress) || !isValidClassicAddress(issuer)) return { walletAddress, currency, balance: '0', error: 'Valid XRPL wallet address required' };
    const line = await this.ledger.line(walletAddress, issuer, hexCode(currency));
    return line ? { walletAddress, currency, balance: line.balance, error: null } : { walletAddress, currency, balance: '0', error: 'This wallet has no such trust line' };
  }
}
