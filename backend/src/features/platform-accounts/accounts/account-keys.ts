import { Inject, Injectable } from '@nestjs/common';
import type { PlatformAccountName } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { AccountSetAsfFlags, Wallet } from 'xrpl';
import { CONFIG, type Config } from '#platform/config/config.js';
import type { OwnKey } from '#platform/ledger/accounts/account.state.js';
import { mustNotCostMore } from '#platform/ledger/transactions/policy.js';
import { SecretVault } from '#platform/vault/secret-vault.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { PlatformAccounts } from './platform-accounts.js';

const SEED = 'ledger-seed';

/**
 * The keys of the platform's accounts. They are made here, kept in the vault, and never leave this class, which returns
 * only addresses and signatures. Only what a worker runs may import it (an import rule).
 */
@Injectable()
export class AccountKeys {
  private readonly wallets = new Map<string, Wallet>();

  constructor(
    private readonly accounts: PlatformAccounts,
    private readonly vault: VaultService,
    private readonly secrets: SecretVault,
    @Inject(CONFIG) private readonly config: Pick<Config, 'maxNetworkFeeDrops'>,
  ) {}

  /** Makes the account's key at first start; later starts, and other instances, find it. */
  async ensureMade(name: PlatformAccountName): Promise<string> {
    const record = this.accounts.record(name);
    const state = await record.state();
    if (state.address) return state.address;
    const { address, seedItem } = await this.newKey(name);
    const after = await record.change((now) =>
      now.address ? [] : [{ type: 'PlatformAccountMade', data: { name, address, seedItem } }],
    );
    return after.address!;
  }

  /**
   * Makes a new key for the account, only in the vault, under a new subject with its own encryption key: somebody who
   * has seen the previous subject's key cannot decrypt it.
   */
  async newKey(name: PlatformAccountName): Promise<OwnKey> {
    const wallet = Wallet.generate();
    const address = wallet.classicAddress;
    return { address, seedItem: await this.vault.put(newSubject(name), SEED, { seed: wallet.seed!, address }) };
  }

  /** Signs with the account's regular key if it has one, otherwise with its master key. @throws NetworkFeeTooHigh */
  async sign(name: PlatformAccountName, transaction: Record<string, unknown>): Promise<{ blob: string; hash: string }> {
    mustNotCostMore(BigInt(transaction.Fee as string), this.config.maxNetworkFeeDrops);
    // Only the master key may disable itself.
    const which = transaction.SetFlag === AccountSetAsfFlags.asfDisableMaster ? 'master' : 'signing';
    const wallet = await this.wallet(await this.accounts.keyOf(name, which));
    const { tx_blob: blob, hash } = wallet.sign(transaction as never);
    return { blob, hash };
  }

  private async wallet({ address, seedItem }: OwnKey): Promise<Wallet> {
    const known = this.wallets.get(seedItem);
    if (known) return known;
    const { seed } = (await this.secrets.get(seedItem, SEED)) as { seed: string };
    const wallet = Wallet.fromSeed(seed);
    // A seed read with another algorithm gives another address (xrpl.js 5): never sign with the wrong key.
    if (wallet.classicAddress !== address) throw new Error(`The vault's seed of ${address} does not match its address`);
    this.wallets.set(seedItem, wallet);
    return wallet;
  }
}

/** Only workers may decrypt vault items of such a subject (`isWorkersOwn`). */
const newSubject = (name: PlatformAccountName): string => `platform-account-${name}-${randomUUID()}`;
