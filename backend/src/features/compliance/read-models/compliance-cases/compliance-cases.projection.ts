import type { IdentityEvent, ScreeningEvent, ScreeningHit } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import type { Projection } from '../../../../platform/projections/projection.js';
import { ComplianceCaseRecord, ScreenedPerson } from './compliance-case.entities.js';

const EVENTS = [
  'KycSubmitted',
  'VerificationReported',
  'PersonScreened',
  'ComplianceCaseOpened',
  'ComplianceCaseViewed',
  'ApplicantAsked',
  'ApplicantAnswered',
  'ClearanceProposed',
  'ClearanceReturned',
  'HitsInherited',
  'ComplianceCaseDecided',
] as const;
type Followed = Extract<ScreeningEvent | IdentityEvent, { type: (typeof EVENTS)[number] }>;

/** The queue of the case desk, and who is screened again when a list comes. */
export const complianceCasesProjection: Projection = {
  name: 'compliance-cases',
  version: 2,
  tables: ['compliance_cases', 'screened_persons'],
  events: EVENTS,
  onError: 'park',
  async apply(events, tx) {
    for (const event of events) await fold(event as unknown as Followed, event, tx);
  },
};

async function fold({ type, data }: Followed, { at }: RecordedEvent, tx: EntityManager): Promise<void> {
  const { wallet } = data;
  const change = (caseId: string, changes: Partial<ComplianceCaseRecord>) =>
    tx.update(ComplianceCaseRecord, { id: caseId }, changes);
  switch (type) {
    case 'KycSubmitted':
    case 'VerificationReported':
      return void (await known(tx, wallet));
    case 'PersonScreened': {
      await known(tx, wallet);
      await tx.update(ScreenedPerson, { wallet }, { score: bestOf(data.hits) });
      // Everybody's screening is of both roles; another one says nothing of the role that it is not about.
      if (!data.list || data.occasion === 'list') await tx.update(ScreenedPerson, { wallet }, { waiting: !data.list });
      return scored(tx, wallet, data.hits);
    }
    case 'HitsInherited': {
      const score = bestOf(data.hits);
      await known(tx, wallet);
      await tx.query('update screened_persons set score = greatest(score, $2) where wallet = $1', [wallet, score]);
      return scored(tx, wallet, data.hits);
    }
    case 'ComplianceCaseOpened': {
      const { caseId: id, role: userRole, kind, risk, reason, promiseBy } = data;
      const person = await tx.findOneBy(ScreenedPerson, { wallet });
      const isAboutHits = kind === 'screening' || kind === 'rescreening';
      const score = isAboutHits ? (person?.score ?? null) : null;
      const opened = {
        id,
        wallet,
        userRole,
        kind,
        risk,
        reason,
        promiseBy,
        score,
        state: 'open',
        openedAt: at,
      } as const;
      const nothingYet = { assignee: null, proposedBy: null, decision: null, decidedBy: null, decidedAt: null };
      return void (await tx.upsert(ComplianceCaseRecord, { ...opened, ...nothingYet }, ['id']));
    }
    case 'ComplianceCaseViewed':
      return void (await tx.query(
        `update compliance_cases set assignee = $2 where id = $1 and state in ('open', 'asked')`,
        [data.caseId, data.by],
      ));
    case 'ApplicantAsked':
      return void (await change(data.caseId, { state: 'asked', assignee: data.by, proposedBy: null }));
    case 'ApplicantAnswered':
      return void (await change(data.caseId, { state: 'open' }));
    case 'ClearanceProposed':
      return void (await change(data.caseId, { state: 'second-approval', assignee: data.by, proposedBy: data.by }));
    case 'ClearanceReturned':
      return void (await tx.query(
        `update compliance_cases set state = 'open', assignee = coalesce(proposed_by, assignee), proposed_by = null
         where id = $1`,
        [data.caseId],
      ));
    case 'ComplianceCaseDecided': {
      const { caseId, decision, by: decidedBy, proposedBy } = data;
      const decided = {
        state: 'decided',
        decision,
        decidedBy,
        proposedBy,
        decidedAt: at,
        assignee: decidedBy,
      } as const;
      return void (await change(caseId, decided));
    }
  }
}

const bestOf = (hits: readonly ScreeningHit[]) =>
  hits.length > 0 ? Math.max(...hits.map(({ score }) => score)) : null;

/** A decision that waits for a second person was made without what was found now. */
async function scored(tx: EntityManager, wallet: string, hits: readonly ScreeningHit[]): Promise<void> {
  const score = bestOf(hits);
  if (score === null) return;
  await tx.query(
    `update compliance_cases set score = $2, state = case when state = 'asked' then state else 'open' end,
       proposed_by = null, risk = case when $3 then 'high' else risk end
     where wallet = $1 and state <> 'decided' and kind in ('screening', 'rescreening') and score is distinct from $2`,
    [wallet, score, hits.some(({ level }) => level === 'high')],
  );
}

const known = (tx: EntityManager, wallet: string) =>
  tx.query(
    'insert into screened_persons (wallet, waiting, score) values ($1, false, null) on conflict (wallet) do nothing',
    [wallet],
  );
