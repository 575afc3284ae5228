import { Inject, Injectable } from '@nestjs/common';
import type { IssueTokensRequest } from '@tknest/contracts/api';
import { isValidClassicAddress } from 'xrpl';
import { Refused } from '#platform/domain/refused.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { tokenLine } from '#features/payments/rules.public.js';
import { mustBeIssuers, PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { LINE_WORDS } from '../../issuance.decider.js';

const INVALID = 'Valid XRPL wallet address required';

/** Checks the request for a manual issuance before anything is issued. */
@Injectable()
export class HandIssuanceCheck {
  constructor(
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    private readonly accounts: PlatformAccounts,
    private readonly standing: ToldStanding,
  ) {}

  /** @throws Refused */
  async mustFit(request: IssueTokensRequest): Promise<{ recipient: string; tokens: number }> {
    const { recipientAddress: recipient, amount, issuerSeed } = request;
    if (!isValidClassicAddress(recipient))
      throw new Refused('invalid', INVALID, { errors: { recipientAddress: [INVALID] } });
    mustBeIssuers(issuerSeed, await this.accounts.address('issuer'));
    return { recipient, tokens: Number(amount) };
  }

  /** @param by who asks @throws Refused, LedgerUnavailable */
  async mustBeAbleToReceive(recipient: string, tokens: number, by: string): Promise<void> {
    await this.standing.mustBeVerifiedPayee(recipient, { by, amount: String(tokens), currency: 'TKNEST' });
    const line = await tokenLine({ ledger: this.ledger, accounts: this.accounts }, recipient, tokens);
    if (line !== 'ready' && line !== 'unauthorised')
      throw new Refused('conflict', LINE_WORDS[line], { code: `line-${line}` });
  }
}
