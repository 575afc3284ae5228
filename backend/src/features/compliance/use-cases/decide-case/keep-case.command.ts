import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handleCommand } from '../../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '../../../../platform/event-store/event-store.js';
import type { Session } from '../../../../platform/http/access.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import { VaultService } from '../../../../platform/vault/vault.service.js';
import { assignCase, noteCase, screeningFold } from '../../../screening/screening.public.js';
import { CaseFinder } from '../../case-finder.js';
import { Officers } from '../../officers.js';

/** An officer takes a case, or puts the own back into the queue. */
export class AssignComplianceCase extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly id: string,
    readonly mine: boolean,
  ) {
    super();
  }
}

@CommandHandler(AssignComplianceCase)
export class AssignComplianceCaseHandler implements ICommandHandler<AssignComplianceCase> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly finder: CaseFinder,
    private readonly officers: Officers,
    private readonly causation: Causation,
  ) {}

  /** @throws Refused: 404; 403 on a wallet of one's own; 409 where it is decided, or another's to put back */
  async execute({ session, id, mine }: AssignComplianceCase): Promise<Position> {
    const { wallet } = await this.finder.one(id);
    const by = session.wallet;
    const linked = await this.officers.linked(by, wallet);
    const { position } = await handleCommand(
      this.store,
      screeningFold(wallet),
      (state) => assignCase({ caseId: id, wallet, by, to: mine ? by : null, linked }, state),
      await this.causation.contextOf({ session }),
    );
    return position;
  }
}

/** An officer's note on a case. Its text goes to the vault. */
export class NoteComplianceCase extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly id: string,
    readonly note: string,
  ) {
    super();
  }
}

@CommandHandler(NoteComplianceCase)
export class NoteComplianceCaseHandler implements ICommandHandler<NoteComplianceCase> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly finder: CaseFinder,
    private readonly officers: Officers,
    private readonly vault: VaultService,
    private readonly causation: Causation,
  ) {}

  /** @throws Refused: 404; 403 on a wallet of one's own */
  async execute({ session, id, note }: NoteComplianceCase): Promise<Position> {
    const { wallet } = await this.finder.one(id);
    const by = session.wallet;
    const linked = await this.officers.linked(by, wallet);
    const item = await this.vault.put(wallet, 'compliance-reason', { text: note.trim() });
    try {
      const { position } = await handleCommand(
        this.store,
        screeningFold(wallet),
        (state) => noteCase({ caseId: id, wallet, by, item, linked }, state),
        await this.causation.contextOf({ session }),
      );
      return position;
    } catch (error) {
      await this.vault.discard([item]);
      throw error;
    }
  }
}
