import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import type { SubmittedDocument } from '#features/identity/module.public.js';
import { screeningFold } from '#features/screening/rules.public.js';
import { answerCase } from '../../compliance-case.decider.js';

/** The applicant answers an officer's question, with documents if they help. */
export class AnswerCase extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly caseId: string,
    readonly text: string,
    readonly documents: readonly SubmittedDocument[],
  ) {
    super();
  }
}

@CommandHandler(AnswerCase)
export class AnswerCaseHandler implements ICommandHandler<AnswerCase> {
  constructor(
    private readonly vault: VaultService,
    private readonly recorder: Recorder,
  ) {}

  /** @throws Refused (404 for another person's case, 409 if nothing is asked) */
  async execute({ session, caseId, text, documents }: AnswerCase): Promise<Position> {
    const { wallet } = session;
    const item = randomUUID();
    const kept = documents.map(({ mediaType, bytes, scan }) => ({ id: randomUUID(), mediaType, bytes, scan }));
    const items = [item, ...kept.map(({ id }) => id)];
    let sealed = false;
    try {
      const { position } = await this.recorder.decide(
        screeningFold(wallet),
        async (state) => {
          const decided = answerCase({ caseId, wallet, item, documents: kept }, state);
          if (!sealed) {
            sealed = true;
            await this.vault.put(wallet, 'compliance-answer', { text }, item);
            for (const [index, { id }] of kept.entries())
              await this.vault.put(wallet, 'kyc-document/answer', await documents[index]!.read(), id, wallet);
          }
          return decided;
        },
        { session },
      );
      return position;
    } catch (error) {
      await this.vault.discard(items);
      throw error;
    }
  }
}
