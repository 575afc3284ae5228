import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RetainedView } from '@tknest/contracts/api';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { RETAINED, retainedSubject, type RetainedPerson } from '../../erasure/eraser.js';
import { identityStream } from '../../identity.state.js';
import { mustBeHarmless, mustBeSeen, type OpenedDocument, openedAs } from '../show-documents/open-document.query.js';

/** Opens the retained data of an erased person. The view is recorded before anything is shown. */
export class ShowRetained extends Command<RetainedView[]> {
  constructor(
    readonly session: Session,
    readonly wallet: string,
  ) {
    super();
  }
}

/** Opens one retained document, which is recorded as a view of its own. */
export class OpenRetainedDocument extends Command<OpenedDocument> {
  constructor(
    readonly session: Session,
    readonly wallet: string,
    readonly documentId: string,
  ) {
    super();
  }
}

@CommandHandler(ShowRetained)
export class ShowRetainedHandler implements ICommandHandler<ShowRetained> {
  constructor(
    private readonly vault: VaultService,
    private readonly recorder: Recorder,
    @Inject(CONFIG) private readonly config: Pick<Config, 'sandbox'>,
  ) {}

  /** @throws Refused (404) if nothing is kept */
  async execute({ session, wallet }: ShowRetained): Promise<RetainedView[]> {
    const items = await this.itemsOf(wallet);
    await this.record(session, { wallet });
    const kept = await Promise.all(items.map((item) => this.open(item)));
    return kept.map(({ documents, ...person }) => ({
      ...person,
      documents: documents.map(({ id, mediaType, item, scan = 'unscanned' }) => ({
        id,
        mediaType,
        scan: item ? scan : 'discarded',
      })),
    }));
  }

  /** @throws Refused (404; 409 if the scan did not find it clean) */
  async document({ session, wallet, documentId }: OpenRetainedDocument): Promise<OpenedDocument> {
    const kept = await Promise.all((await this.itemsOf(wallet)).map((item) => this.open(item)));
    const found = kept.flatMap(({ documents }) => documents).find(({ id }) => id === documentId);
    if (!found?.item) throw new Refused('not-found', 'No such document');
    mustBeSeen(found.scan);
    mustBeHarmless(found, this.config);
    await this.record(session, { wallet, documentId });
    const bytes = (await this.vault.get(found.item)) as Buffer;
    return openedAs({ id: documentId, kind: 'idDocument', mediaType: found.mediaType }, bytes);
  }

  private async itemsOf(wallet: string): Promise<string[]> {
    const items = await this.vault.itemsOf(retainedSubject(wallet), RETAINED);
    if (items.length === 0) throw new Refused('not-found', 'No data of this wallet is kept');
    return items;
  }

  private async open(item: string): Promise<RetainedPerson> {
    return (await this.vault.get(item)) as RetainedPerson;
  }

  /** If the view cannot be recorded, nothing is shown. */
  private async record(session: Session, of: { wallet: string; documentId?: string }): Promise<void> {
    const looked = { type: 'RetainedViewed', data: { ...of, by: session.wallet } };
    await this.recorder.append(identityStream(of.wallet), 'any', [looked], { session });
  }
}

@CommandHandler(OpenRetainedDocument)
export class OpenRetainedDocumentHandler implements ICommandHandler<OpenRetainedDocument> {
  constructor(private readonly retained: ShowRetainedHandler) {}

  execute(command: OpenRetainedDocument): Promise<OpenedDocument> {
    return this.retained.document(command);
  }
}
