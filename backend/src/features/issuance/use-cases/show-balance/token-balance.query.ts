import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { TokenBalanceView } from '@tknest/contracts/api';
import { isValidClassicAddress } from 'xrpl';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { currencyCode } from '../../currency-code.js';

/** A wallet's balance of a token, from the ledger itself. */
export class ShowTokenBalance extends Query<TokenBalanceView> {
  constructor(
    readonly wallet: string,
    readonly currency: string,
    readonly issuer: string,
  ) {
    super();
  }
}

@QueryHandler(ShowTokenBalance)
export class ShowTokenBalanceHandler implements IQueryHandler<ShowTokenBalance> {
  constructor(@Inject(LEDGER) private readonly ledger: LedgerPort) {}

  /** @throws LedgerUnavailable */
  async execute({ wallet: walletAddress, currency, issuer }: ShowTokenBalance): Promise<TokenBalanceView> {
    const asked = { walletAddress, currency };
    const code = currencyCode(currency);
    const problem = problemOf(walletAddress, code, issuer);
    if (problem || !code) return { ...asked, balance: '0', error: problem };
    const line = await this.ledger.line(walletAddress, issuer, code);
    return line
      ? { ...asked, balance: line.balance, error: null }
      : { ...asked, balance: '0', error: 'This wallet has no such trust line' };
  }
}

/** Why the ledger cannot be asked; null if it can. */
function problemOf(wallet: string, code: string | null, issuer: string): string | null {
  if (!isValidClassicAddress(wallet) || !isValidClassicAddress(issuer)) return 'Valid XRPL wallet address required';
  if (!code) return 'Valid currency code required';
  return wallet === issuer ? 'An issuer holds no balance of its own token' : null;
}
