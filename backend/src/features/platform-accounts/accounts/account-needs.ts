import { Inject, Injectable } from '@nestjs/common';
import type { PlatformAccountName, PlatformAccountEvent } from '@tknest/contracts/events';
import { CURRENCY } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '#platform/config/config.js';
import type { Needed } from '#platform/ledger/accounts/account-owner.js';
import type { AccountState, MadeAccount } from '#platform/ledger/accounts/account.state.js';
import type { Standing } from '#platform/ledger/accounts/ticket-sweep.js';
import { LEDGER, type AccountFacts, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { domainOf, ISSUER_FLAGS, missingTransactions } from './account-plan.js';
import { KeyChange } from './key-change.js';

/**
 * What each of the platform's accounts needs itself: a change of its key first, then whatever it lacks according to the
 * validated ledger.
 */
@Injectable()
export class AccountNeeds {
  constructor(
    @Inject(LEDGER) private readonly ledger: Pick<LedgerPort, 'account' | 'line' | 'reserves'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'xrpl' | 'publicUrl'>,
    @Inject(KeyChange) private readonly keyChange: Pick<KeyChange, 'next'>,
  ) {}

  /** @throws LedgerUnavailable */
  async next(name: PlatformAccountName, state: MadeAccount, standing: Standing): Promise<Needed> {
    const change = await this.keyChange.next(name, state, standing);
    if (change) return change;
    const { address } = state;
    const account = await this.ledger.account(address);
    if (!account) return { do: 'wait' };
    const { rlusdIssuer } = this.config.xrpl;
    const hasRlusdLine = name === 'issuer' || (await this.ledger.line(address, rlusdIssuer, CURRENCY.rlusd)) !== null;
    const seen = { account, hasRlusdLine, freeTickets: state.free.length };
    const wanted = { rlusdIssuer, domain: domainOf(this.config.publicUrl) };
    const row = missingTransactions(name, seen, await this.ledger.reserves(), wanted);
    if (row.length > 0) return { do: 'sign', row };
    if (name === 'issuer' && stepsDone(account, state).length > 0)
      return { do: 'record', facts: (now) => stepsDone(account, now) };
    return { do: 'rest' };
  }
}

/** Events for steps that the ledger shows as done and the log does not contain yet. */
const stepsDone = ({ flags }: AccountFacts, { steps }: AccountState): PlatformAccountEvent[] =>
  ISSUER_FLAGS.filter(({ step, ledgerFlag }) => (flags & ledgerFlag) !== 0 && !steps.has(step)).map(({ step }) => ({
    type: 'PlatformAccountStepDone',
    data: { name: 'issuer', step, hash: null },
  }));
