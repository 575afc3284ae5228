import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { LinkWalletRequest } from '@tknest/contracts/api';
import type { IdentityEvent, ScreeningEvent } from '@tknest/contracts/events';
import { type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import {
  endStanding,
  identityFold,
  Persons,
  PersonWallets,
  type IdentityState,
} from '#features/identity/module.public.js';
import { screeningFold, type PersonScreeningState } from '#features/screening/rules.public.js';
import { linkWallets, setWalletsApart } from '../../person-links.decider.js';
import { CaseFinder } from '../../case-finder.js';
import { Officers } from '../../officers.js';

/** An officer records whether another wallet belongs to the case's person; the event is in both streams. */
export class LinkWallets extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly caseId: string,
    readonly request: LinkWalletRequest,
  ) {
    super();
  }
}

@CommandHandler(LinkWallets)
export class LinkWalletsHandler implements ICommandHandler<LinkWallets> {
  constructor(
    private readonly finder: CaseFinder,
    private readonly persons: Persons,
    private readonly wallets: PersonWallets,
    private readonly officers: Officers,
    private readonly vault: VaultService,
    private readonly recorder: Recorder,
  ) {}

  /** @throws Refused: 404 for an unknown case or wallet; 403 for one of the officer's own wallets; 409 */
  async execute({ session, caseId, request }: LinkWallets): Promise<Position> {
    const { wallet } = await this.finder.one(caseId);
    const { wallet: other, linked, reason, ends = null } = request;
    await this.persons.mustBeKnown(other);
    const by = session.wallet;
    const own = (await this.officers.linked(by, wallet)) || (await this.officers.linked(by, other));
    const sameNumber = await this.wallets.shareNumber(wallet, other);
    const put = (subject: string) => this.vault.put(subject, 'compliance-reason', { text: reason });
    const items = [await put(wallet), await put(other)] as const;
    const relate = (one: string, two: string, item: string, state: PersonScreeningState): ScreeningEvent[] => {
      const command = { wallet: one, other: two, by, item, own };
      return linked ? linkWallets({ ...command, ends }, state) : setWalletsApart({ ...command, sameNumber }, state);
    };
    const endOf = (one: string, item: string, state: IdentityState): IdentityEvent[] =>
      linked && ends === one ? endStanding({ wallet: one, reasonItem: item }, state) : [];
    try {
      const { position } = await this.recorder.decideAcross(
        {
          here: screeningFold(wallet),
          there: screeningFold(other),
          identityHere: identityFold(wallet),
          identityThere: identityFold(other),
        },
        (states) => ({
          here: relate(wallet, other, items[0], states.here),
          there: relate(other, wallet, items[1], states.there),
          identityHere: endOf(wallet, items[0], states.identityHere),
          identityThere: endOf(other, items[1], states.identityThere),
        }),
        { session },
      );
      return position;
    } catch (error) {
      await this.vault.discard(items);
      throw error;
    }
  }
}
