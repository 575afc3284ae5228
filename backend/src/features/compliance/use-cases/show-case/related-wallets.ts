import { Injectable } from '@nestjs/common';
import type { PersonWalletView } from '@tknest/contracts/api';
import { PersonWallets } from '#features/identity/module.public.js';
import { KycStanding } from '#features/identity/true-standing.public.js';
import type { PersonScreeningState } from '#features/screening/rules.public.js';

/** Other wallets of a case's person, with the reason why they count as theirs and the state of each. */
@Injectable()
export class RelatedWallets {
  constructor(
    private readonly wallets: PersonWallets,
    private readonly standing: KycStanding,
  ) {}

  async of(wallet: string, state: PersonScreeningState): Promise<PersonWalletView[]> {
    const { sameNumber, linked, apart } = await this.wallets.relationsOf(wallet, state);
    const others = await this.wallets.othersOf(wallet);
    const how = (other: string): PersonWalletView['how'] =>
      linked.has(other) ? 'linked' : sameNumber.includes(other) ? 'same-number' : 'through-another';
    const person = others.map((other) => [other, how(other)] as const);
    const parted = [...apart].filter((other) => !others.includes(other)).map((other) => [other, 'apart'] as const);
    return Promise.all([...person, ...parted].map(([other, how]) => this.shown(other, how)));
  }

  private async shown(wallet: string, how: PersonWalletView['how']): Promise<PersonWalletView> {
    const [investor, landlord, { suspended }] = await Promise.all([
      this.standing.of(wallet, 'investor'),
      this.standing.of(wallet, 'landlord'),
      this.standing.stateOf(wallet),
    ]);
    return { wallet, how, investor: investor.kycStatus, landlord: landlord.kycStatus, suspended };
  }
}
