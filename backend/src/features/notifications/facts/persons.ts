import type { DecisionCode, IdentityEvent, KycRole, ScreeningEvent } from '@tknest/contracts/events';
import type { NoticeBook, Teller } from '../read-models/notifications/notice-book.js';

const EVENTS = [
  'KycSubmitted',
  'VerificationStarted',
  'KycDecided',
  'VerificationExpiryNoticed',
  'VerificationRevoked',
  'ErasureScheduled',
  'ErasureStopped',
  'PersonErased',
  'ApplicantAsked',
  'ApplicantAnswered',
  'ComplianceCaseDecided',
] as const;
type Followed = Extract<IdentityEvent | ScreeningEvent, { type: (typeof EVENTS)[number] }>;

const ending = (wallet: string, role: KycRole) => `verification/${wallet}/${role}`;
const asked = (caseId: string) => `asked/${caseId}`;
const erasing = (wallet: string) => `erasing/${wallet}`;
const confirmed = (wallet: string) => `confirmed/${wallet}`;
const HIT: DecisionCode = 'screening-hit';

/**
 * Notices about a person's own verification: decided, ending, withdrawn, waiting for more information, or about to be
 * erased. None gives the reason.
 */
export const personFacts: Teller<Followed> = {
  events: EVENTS,
  async tell(fact, book) {
    const { wallet: owner } = fact.data;
    switch (fact.type) {
      case 'KycDecided':
        return tellDecided(fact.data, book);
      case 'VerificationExpiryNoticed': {
        const { role, expiresAt } = fact.data;
        const waitsFor = ending(owner, role);
        return book.tell({ kind: `${role}-verification-ending`, owner, about: expiresAt.slice(0, 10), waitsFor });
      }
      case 'VerificationRevoked':
        book.page.close(ending(owner, fact.data.role));
        book.page.keep(`standing/${owner}/${fact.data.role}`, { told: 'withdrawn' });
        return book.tell({ kind: 'verification-withdrawn', owner, detail: fact.data.role });
      case 'ErasureScheduled': {
        const about = fact.data.notBefore.slice(0, 10);
        return book.tell({ kind: 'erasure-coming', owner, about, waitsFor: erasing(owner) });
      }
      // Applying again withdraws an erasure too.
      case 'KycSubmitted':
      case 'VerificationStarted':
      case 'ErasureStopped':
      case 'PersonErased':
        return book.page.close(erasing(owner));
      case 'ApplicantAsked':
        return book.tell({ kind: 'verification-asked', owner, waitsFor: asked(fact.data.caseId) });
      case 'ApplicantAnswered':
        return book.page.close(asked(fact.data.caseId));
      case 'ComplianceCaseDecided':
        book.page.close(asked(fact.data.caseId));
        return tellOfHits(fact.data, book);
    }
  },
};

/** Only changes lead to a notification: every finding decides a verification again, usually with the same result. */
async function tellDecided(
  { wallet, role, status, expiresAt, code }: Extract<IdentityEvent, { type: 'KycDecided' }>['data'],
  book: NoticeBook,
): Promise<void> {
  const key = `standing/${wallet}/${role}`;
  // An officer decides about a hit; until then nobody is told of it.
  if (code === HIT && !(await book.page.kept(confirmed(wallet)))) return;
  const told = `${status}/${status === 'verified' ? expiresAt : code}`;
  if ((await book.page.kept<{ told: string }>(key))?.told === told) return;
  book.page.keep(key, { told });
  if (status === 'pending') return;
  book.page.close(ending(wallet, role));
  if (status === 'verified')
    return book.tell({ kind: 'verified', owner: wallet, detail: role, about: expiresAt?.slice(0, 10) ?? null });
  book.tell({ kind: 'verification-rejected', owner: wallet, detail: code });
}

/** An officer has confirmed a hit: now the person is told that the verification was declined. */
function tellOfHits(
  { wallet, role, decision, hits }: Extract<ScreeningEvent, { type: 'ComplianceCaseDecided' }>['data'],
  book: NoticeBook,
): void {
  if (decision !== 'reject' || hits.length === 0) return;
  book.page.keep(confirmed(wallet), {});
  book.page.keep(`standing/${wallet}/${role}`, { told: `rejected/${HIT}` });
  book.page.close(ending(wallet, role));
  book.tell({ kind: 'verification-rejected', owner: wallet, detail: HIT });
}
