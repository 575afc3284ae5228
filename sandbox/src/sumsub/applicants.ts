import { randomUUID } from 'node:crypto';
import type { Decision } from '../control/verification-routes.js';
import { DurableMap } from '../shared/durable-map.js';
import { objectId, sumsubTime, type Applicant } from './applicant.js';

type Outcome = Pick<Applicant, 'reviewStatus' | 'reviewResult'>;

const OUTCOMES: Record<Decision, Outcome & { type: string }> = {
  approved: { type: 'applicantReviewed', reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } },
  declined: {
    type: 'applicantReviewed',
    reviewStatus: 'completed',
    reviewResult: {
      reviewAnswer: 'RED',
      reviewRejectType: 'FINAL',
      rejectLabels: ['FORGERY'],
      moderationComment: 'We could not verify your documents.',
      clientComment: 'The document has been altered.',
    },
  },
  needs_review: { type: 'applicantOnHold', reviewStatus: 'onHold' },
};

/** The applicants, on disk; every step is reported by webhook, without personal data. */
export class Applicants {
  constructor(
    private readonly applicants: DurableMap<Applicant>,
    private readonly tell: (subject: string, body: object) => Promise<void>,
  ) {}

  all(): Applicant[] {
    return this.applicants.values();
  }

  find(id: string): Applicant | undefined {
    return this.applicants.get(id);
  }

  findByUser(externalUserId: string): Applicant | undefined {
    return this.all().find((each) => each.externalUserId === externalUserId);
  }

  async create(
    wish: Pick<Applicant, 'externalUserId' | 'levelName' | 'email' | 'phone' | 'fixedInfo' | 'metadata'>,
  ): Promise<Applicant> {
    const { firstName, lastName, dob } = wish.fixedInfo as Applicant['info'];
    const applicant: Applicant = {
      ...wish,
      id: objectId(),
      inspectionId: objectId(),
      info: { firstName, lastName, dob },
      reviewStatus: 'init',
      createdAt: sumsubTime(),
      documents: [],
    };
    await this.keep(applicant, 'applicantCreated');
    return applicant;
  }

  async addDocument(applicant: Applicant, document: Applicant['documents'][number]): Promise<void> {
    await this.applicants.set(applicant.id, { ...applicant, documents: [...applicant.documents, document] });
  }

  /** Handed in, then decided. */
  async decide(applicant: Applicant, decision: Decision, info: Applicant['info']): Promise<void> {
    const pending: Applicant = { ...applicant, info, reviewStatus: 'pending', reviewResult: undefined };
    if (applicant.reviewStatus === 'init') await this.keep(pending, 'applicantPending');
    const { type, ...outcome } = OUTCOMES[decision];
    const reviewDate = outcome.reviewStatus === 'completed' ? sumsubTime() : undefined;
    await this.keep({ ...pending, ...outcome, reviewDate }, type);
  }

  /** Back to the beginning: what was decided and handed in does not count any more. */
  async reset(applicant: Applicant): Promise<void> {
    const anew: Applicant = { ...applicant, reviewStatus: 'init', documents: [] };
    delete anew.reviewResult;
    delete anew.reviewDate;
    await this.keep(anew, 'applicantReset');
  }

  /** As if it had never existed: its data is no longer processed. */
  async deactivate(applicant: Applicant): Promise<Applicant> {
    const gone: Applicant = {
      ...applicant,
      deleted: true,
      info: {},
      fixedInfo: {},
      email: undefined,
      phone: undefined,
    };
    await this.keep(gone, 'applicantDeleted');
    return gone;
  }

  close(): Promise<void> {
    return this.applicants.close();
  }

  private async keep(applicant: Applicant, type: string): Promise<void> {
    await this.applicants.set(applicant.id, applicant);
    const { id, inspectionId, externalUserId, levelName, reviewStatus, reviewResult } = applicant;
    await this.tell(type, {
      applicantId: id,
      inspectionId,
      correlationId: randomUUID(),
      externalUserId,
      levelName,
      type,
      sandboxMode: true,
      reviewStatus,
      ...(reviewResult && { reviewResult }),
      createdAtMs: sumsubTime(),
      clientId: 'sandbox',
    });
  }
}
