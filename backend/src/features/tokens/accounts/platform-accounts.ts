import { Inject, Injectable } from '@nestjs/common';
import type { PlatformAccountName } from '@tknest/contracts/events';
import { Wallet } from 'xrpl';
import { EVENT_STORE, type EventStore } from '../../../platform/event-store/event-store.js';
import { TicketsExhausted } from '../../../platform/ledger/tickets-exhausted.js';
import { Causation } from '../../../platform/sessions/causation.js';
import { VaultService } from '../../../platform/vault/vault.service.js';
import { AccountLog } from './account-log.js';

export const ACCOUNT_NAMES: readonly PlatformAccountName[] = ['issuer', 'feeWallet', 'payoutEscrow'];

/**
 * The platform's own accounts. Their keys are made here, kept in the vault, and never leave this class: it signs, and
 * gives out addresses and signatures only.
 */
@Injectable()
export class PlatformAccounts {
  private readonly logs = new Map<PlatformAccountName, AccountLog>();
  private readonly wallets = new Map<PlatformAccountName, Wallet>();

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    private readonly vault: VaultService,
    causation: Causation,
  ) {
    for (const name of ACCOUNT_NAMES) this.logs.set(name, new AccountLog(store, name, () => causation.contextOf({})));
  }

  log(name: PlatformAccountName): AccountLog {
    return this.logs.get(name)!;
  }

  /** Makes the account's key at first start; later starts, and other instances, find it. */
  async ensureMade(name: PlatformAccountName): Promise<string> {
    const state = await this.log(name).current();
    if (state.address) return state.address;
    const wallet = Wallet.generate();
    const seedItem = await this.vault.put(`platform-account-${name}`, 'ledger-seed', {
      seed: wallet.seed!,
      address: wallet.classicAddress,
    });
    const after = await this.log(name).change((now) =>
      now.address ? [] : [{ type: 'PlatformAccountMade', data: { name, address: wallet.classicAddress, seedItem } }],
    );
    return after.address!;
  }

  async address(name: PlatformAccountName): Promise<string> {
    const { address } = await this.log(name).current();
    if (!address) throw new Error(`The account ${name} has not been made yet`);
    return address;
  }

  /** Signs with the account's own key. */
  async sign(name: PlatformAccountName, transaction: Record<string, unknown>): Promise<{ blob: string; hash: string }> {
    const { tx_blob: blob, hash } = (await this.wallet(name)).sign(transaction as never);
    return { blob, hash };
  }

  /** A ticket for one purpose, the same for ever. @throws TicketsExhausted */
  async ticketFor(name: PlatformAccountName, purpose: string): Promise<number> {
    const after = await this.log(name).change((state) => {
      if (state.assigned.has(purpose)) return [];
      const [ticket] = state.free;
      if (ticket === undefined) throw new TicketsExhausted();
      return [{ type: 'TicketAssigned', data: { name, ticket, purpose } }];
    });
    return after.assigned.get(purpose)!;
  }

  private async wallet(name: PlatformAccountName): Promise<Wallet> {
    const known = this.wallets.get(name);
    if (known) return known;
    const { address, seedItem } = await this.log(name).current();
    const { seed } = (await this.vault.get(seedItem!)) as unknown as { seed: string };
    const wallet = Wallet.fromSeed(seed);
    // A seed read with another algorithm gives another address (xrpl.js 5): never sign with a stranger's key.
    if (wallet.classicAddress !== address) throw new Error(`The vault's seed of ${name} does not give its address`);
    this.wallets.set(name, wallet);
    return wallet;
  }
}
