import { Inject, Injectable, Logger } from '@nestjs/common';
import { isPlatformAccountName, type PlatformAccountName } from '@tknest/contracts/events';
import { AccountSetAsfFlags } from 'xrpl';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { Refused } from '#platform/domain/refused.js';
import { beginKeyChange, makeKey, noteKeyDone, noteKeySet } from '#platform/ledger/accounts/account-key.decider.js';
import type { AccountState, KeyChange as KeyChanged, MadeAccount } from '#platform/ledger/accounts/account.state.js';
import type { Needed } from '#platform/ledger/accounts/account-owner.js';
import type { Standing } from '#platform/ledger/accounts/ticket-sweep.js';
import { hasFlag, LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { KeyRing } from '#platform/vault/key-ring.js';
import { answered, askMacs, isFresh, type Answered, type KeyAsked } from '#platform/vault/regular-key.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { AccountKeys } from './account-keys.js';
import { PlatformAccounts } from './platform-accounts.js';

/**
 * Changes the key that signs for an account of the platform. Nothing new is signed in the meantime. All transactions
 * signed with the old key must have ended before the ledger gets the new key, because it would refuse them afterwards.
 * If it is interrupted, it continues.
 */
@Injectable()
export class KeyChange {
  private readonly log = new Logger('Keys');

  constructor(
    private readonly accounts: PlatformAccounts,
    private readonly keys: AccountKeys,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly ring: KeyRing,
    requests: WorkerRequests,
  ) {
    requests.carryOut('regular-key', (asked: KeyAsked) => this.answer(asked));
  }

  /** The next step of the change; null if none is in progress. @throws LedgerUnavailable */
  async next(name: PlatformAccountName, state: MadeAccount, standing: Standing): Promise<Needed | null> {
    const { keyChange } = state;
    if (!keyChange) return null;
    const account = await this.ledger.account(state.address);
    if (keyChange.step === 'made') {
      if (account?.regularKey !== keyChange.address) return null;
      // The log was restored from before the change: the ledger may no longer accept the old key's signatures.
      const ledgerIndex = await this.ledger.validatedIndex();
      return { do: 'record', facts: (now) => beginKeyChange(name, ledgerIndex, now) };
    }
    if (account?.regularKey !== keyChange.address) {
      if (!(await this.isDrained(keyChange, state, standing))) return { do: 'wait' };
      return { do: 'sign', row: [{ TransactionType: 'SetRegularKey', RegularKey: keyChange.address }] };
    }
    if (keyChange.step === 'begun') {
      this.log.log(`The ledger has the new regular key of ${name}: ${keyChange.address}`);
      return { do: 'record', facts: (now) => noteKeySet(name, now) };
    }
    if (!hasFlag(account, 'disableMaster'))
      return { do: 'sign', row: [{ TransactionType: 'AccountSet', SetFlag: AccountSetAsfFlags.asfDisableMaster }] };
    this.log.log(`${name} signs with its new regular key; its master key is disabled on the ledger`);
    return { do: 'record', facts: (now) => noteKeyDone(name, now) };
  }

  /** Whether no transaction signed with the old key can reach the ledger any more: all have ended or expired. */
  private async isDrained(change: KeyChanged, { assigned }: AccountState, standing: Standing): Promise<boolean> {
    const over = change.ledgerIndex! + this.ledger.lifetime();
    if ((await this.ledger.validatedIndex()) > over) return true;
    for (const purpose of assigned.keys()) {
      const owner = await standing(purpose);
      if (owner.is === 'open' && owner.isSubmitted) return false;
    }
    return true;
  }

  /** Answers `npm run keys -- regular-key`, which proves with a MAC that it has the workers' keys. @throws Refused */
  private async answer(asked: KeyAsked): Promise<Answered> {
    const { name: account, step, at, mac } = asked;
    const isGenuine = askMacs(this.ring).fits(Buffer.from(mac, 'hex'), account, step, at);
    if (!isPlatformAccountName(account) || !isGenuine || !isFresh(at, this.clock.now()))
      throw new Refused('forbidden', 'This request was not made by somebody who has the workers’ keys');
    const record = this.accounts.record(account);
    if (step === 'make' && (await record.state()).keyChange?.step !== 'made') {
      const key = await this.keys.newKey(account);
      await record.change((now) => makeKey(account, key, now));
    }
    if (step === 'begin') {
      const ledgerIndex = await this.ledger.validatedIndex();
      await record.change((now) => beginKeyChange(account, ledgerIndex, now));
    }
    const { address, regularKey, keyChange } = await record.state();
    const onLedger = address ? await this.ledger.account(address) : null;
    return answered(this.ring, asked, {
      address: address!,
      regularKey: regularKey?.address ?? null,
      change: keyChange && { address: keyChange.address, step: keyChange.step },
      isMasterDisabled: hasFlag(onLedger, 'disableMaster'),
    });
  }
}
