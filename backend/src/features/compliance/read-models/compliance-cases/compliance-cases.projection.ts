import type { IdentityEvent, ScreeningEvent } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { Recorded } from '#platform/event-store/event-store.js';
import type { Projection } from '#platform/projections/projection.js';
import { isAboutHits } from '#features/screening/rules.public.js';
import { ComplianceCaseRecord, ScreenedPerson } from './compliance-case.entities.js';
import { bestOf, withDecided, withFound, type KnownHits } from './known-hits.js';

const EVENTS = [
  'KycSubmitted',
  'VerificationReported',
  'PersonScreened',
  'WalletScreened',
  'ComplianceCaseOpened',
  'ComplianceCaseAssigned',
  'ApplicantAsked',
  'ApplicantAnswered',
  'ClearanceProposed',
  'ClearanceReturned',
  'HitsInherited',
  'ComplianceCaseDecided',
] as const;
type Followed = Extract<ScreeningEvent | IdentityEvent, { type: (typeof EVENTS)[number] }>;

/** The compliance queue, and who is screened again when a new list arrives. */
export const complianceCasesProjection: Projection<Followed> = {
  name: 'compliance-cases',
  version: 1,
  tables: ['compliance_cases', 'screened_persons'],
  events: EVENTS,
  onError: 'halt-stream',
  async apply(events, tx) {
    for (const event of events) await fold(event, tx);
  },
};

async function fold({ type, data, at }: Recorded<Followed>, tx: EntityManager): Promise<void> {
  const { wallet } = data;
  const change = (caseId: string, changes: Partial<ComplianceCaseRecord>) =>
    tx.update(ComplianceCaseRecord, { id: caseId }, changes);
  switch (type) {
    case 'KycSubmitted':
    case 'VerificationReported':
      return void (await known(tx, wallet));
    case 'PersonScreened': {
      await known(tx, wallet);
      // A rescreening covers both roles; any other screening with a list says nothing about the other role.
      if (!data.list || data.occasion === 'list') await tx.update(ScreenedPerson, { wallet }, { waiting: !data.list });
      return found(tx, { type, data });
    }
    case 'WalletScreened':
      await known(tx, wallet);
      return found(tx, { type, data });
    case 'HitsInherited':
      await known(tx, wallet);
      return found(tx, { type, data });
    case 'ComplianceCaseOpened': {
      const { caseId: id, role: userRole, kind, risk, reason, promiseBy } = data;
      const score = isAboutHits({ kind }) ? bestOf(await hitsOf(tx, wallet)) : null;
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
    case 'ComplianceCaseAssigned':
      return void (await change(data.caseId, { assignee: data.to }));
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
      const row = await tx.findOneBy(ComplianceCaseRecord, { id: caseId });
      const clearsAll = decision === 'clear' && row !== null && isAboutHits(row);
      const hits = withDecided(await hitsOf(tx, wallet), { type, data }, clearsAll);
      await tx.update(ScreenedPerson, { wallet }, { hits });
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

const hitsOf = async (tx: EntityManager, wallet: string): Promise<KnownHits> =>
  (await tx.findOneBy(ScreenedPerson, { wallet }))?.hits ?? {};

const UNDECIDED = `wallet = $1 and state <> 'decided' and kind in ('screening', 'rescreening')`;

/** A decision that waits for a second officer was made without the new hits. */
async function found(tx: EntityManager, event: Parameters<typeof withFound>[1]): Promise<void> {
  const { wallet } = event.data;
  const { hits, fresh } = withFound(await hitsOf(tx, wallet), event);
  await tx.update(ScreenedPerson, { wallet }, { hits });
  await tx.query(`update compliance_cases set score = coalesce($2, score) where ${UNDECIDED}`, [wallet, bestOf(hits)]);
  if (fresh.length === 0) return;
  await tx.query(
    `update compliance_cases set state = case when state = 'asked' then state else 'open' end, proposed_by = null,
       risk = case when $2 then 'high' else risk end where ${UNDECIDED}`,
    [wallet, fresh.some(({ level }) => level === 'high')],
  );
}

const known = (tx: EntityManager, wallet: string) =>
  tx.query('insert into screened_persons (wallet, waiting) values ($1, false) on conflict (wallet) do nothing', [
    wallet,
  ]);
