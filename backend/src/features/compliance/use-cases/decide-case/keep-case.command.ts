import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refused } from '#platform/domain/refused.js';
import { type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { identityFold, type IdentityState } from '#features/identity/module.public.js';
import { screeningFold, type ComplianceCase } from '#features/screening/rules.public.js';
import { assignCase, caseOf, noteCase } from '../../compliance-case.decider.js';
import { CaseFinder } from '../../case-finder.js';
import { Officers } from '../../officers.js';

/** `isNew` is false if the case was already assigned that way: then nothing was recorded. */
export interface Assigned {
  position: Position;
  isNew: boolean;
}

/** An officer takes a case, or returns their own to the queue. */
export class AssignComplianceCase extends Command<Assigned> {
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
    private readonly finder: CaseFinder,
    private readonly officers: Officers,
    private readonly recorder: Recorder,
  ) {}

  /**
   * @throws Refused: 404; 403 for one of the officer's own wallets; 409 if it is decided, or assigned to somebody else
   */
  async execute({ session, id, mine }: AssignComplianceCase): Promise<Assigned> {
    const { wallet } = await this.finder.one(id);
    const by = session.wallet;
    const linked = await this.officers.linked(by, wallet);
    const { position, events } = await this.recorder.decide(
      screeningFold(wallet),
      (state) => assignCase({ caseId: id, wallet, by, to: mine ? by : null, linked }, state),
      { session },
    );
    return { position, isNew: events.length > 0 };
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
    private readonly finder: CaseFinder,
    private readonly officers: Officers,
    private readonly vault: VaultService,
    private readonly recorder: Recorder,
  ) {}

  /**
   * @throws Refused: 404; 403 for one of the officer's own wallets; 409 if the case is decided and its person erased
   */
  async execute({ session, id, note }: NoteComplianceCase): Promise<Position> {
    const { wallet } = await this.finder.one(id);
    const by = session.wallet;
    const linked = await this.officers.linked(by, wallet);
    let item: string | null = null;
    try {
      const { position } = await this.recorder.decideAcross(
        { screening: screeningFold(wallet), identity: identityFold(wallet) },
        async ({ screening, identity }) => {
          mayBeNoted(caseOf(screening, id), identity);
          item ??= await this.vault.put(wallet, 'compliance-reason', { text: note.trim() });
          return { screening: noteCase({ caseId: id, wallet, by, item, linked }, screening) };
        },
        { session },
      );
      return position;
    } catch (error) {
      if (item) await this.vault.discard([item]);
      throw error;
    }
  }
}

/** A person is erased only once, so no erasure would reach a note that is written afterwards. @throws Refused (409) */
function mayBeNoted({ state }: Pick<ComplianceCase, 'state'>, { erasure }: Pick<IdentityState, 'erasure'>): void {
  if (state === 'decided' && erasure === 'erased')
    throw new Refused('conflict', 'No note was added: the personal data of this wallet was erased');
}
