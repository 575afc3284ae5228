import { Inject, Injectable } from '@nestjs/common';
import type { KycRole, ScreeningHit } from '@tknest/contracts/events';
import { addBusinessDays } from '@tknest/contracts/money';
import { randomUUID } from 'node:crypto';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { Screening } from '../screening.js';
import { strictest } from '../report.js';
import { foldedNames, type ScreeningSubject } from '../subject.js';
import { recordScreening, standingOf, type NewCase, type ScreeningStanding } from './person-screening.decider.js';
import { screeningFold, type PersonScreened } from './person-screening.state.js';

/** Manual review takes 2-3 business days (REQ-1.9.11). */
const PROMISED_BUSINESS_DAYS = 3;

export interface PersonToScreen {
  wallet: string;
  role: KycRole;
  applicationId: string;
  occasion: PersonScreened['occasion'];
  /** The person under every stated name, and a landlord's business. */
  subjects: ScreeningSubject[];
  /** Whether the person is verified for the role: a coarse hit alone does not suspend them. */
  isVerified?: boolean;
}

/** People's screenings and the decisions on them. */
@Injectable()
export class PersonScreening {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly calendar: BusinessCalendar,
    private readonly vault: VaultService,
    private readonly screening: Screening,
    private readonly recorder: Recorder,
  ) {}

  /** Screens a person and records it, once per application. @returns the person's screening state */
  async record(person: PersonToScreen, session: Session | null = null): Promise<ScreeningStanding> {
    const screened = await this.prepare(person);
    // Screening the same person against the same list is the same command, however often it is repeated.
    const commandId = uuidv5(`screened/${screened.subjectItem}/${screened.list?.sha256 ?? 'none'}/${screened.matcher}`);
    const { state } = await this.recorder.decide(
      screeningFold(person.wallet),
      async (state) => recordScreening(screened, state, await this.newCase()),
      { session, commandId },
    );
    return standingOf(state);
  }

  /**
   * Screens, and encrypts the screened details in the vault. Returns the event for `recordScreening`, which the caller
   * commits with events of its own. If it is not committed: `vault.discard([subjectItem])`.
   */
  async prepare(person: PersonToScreen): Promise<PersonScreened> {
    const { wallet, role, applicationId, occasion, subjects, isVerified = false } = person;
    const reports = await Promise.all(subjects.map((subject) => this.screening.screen(subject)));
    const { list, matcher, status: outcome, riskLevel } = strictest(reports);
    const hits: ScreeningHit[] = [];
    for (const [index, report] of reports.entries()) {
      if (report.hits.length === 0) continue;
      const digests = await this.digestsOf(wallet, subjects[index]!);
      for (const { list, entityNumber, entryHash, score, level, coarse } of report.hits)
        hits.push({ list, entityNumber, entryHash, ...digests, score, level: coarse && isVerified ? 'low' : level });
    }
    const digest = await this.vault.digestUnder(wallet, 'screened-subjects', JSON.stringify(subjects));
    const subjectItem = uuidv5(`subjects/${wallet}/${role}/${applicationId}/${occasion}/${digest}`);
    await this.vault.put(wallet, 'screening-subjects', { subjects }, subjectItem);
    return { wallet, role, applicationId, occasion, subjectItem, list, matcher, outcome, riskLevel, hits };
  }

  /** Unresolved hits, and whether they suspend the person. Read from the log itself. */
  async standingOf(wallet: string): Promise<ScreeningStanding> {
    return standingOf((await load(this.store, screeningFold(wallet))).state);
  }

  async newCase(): Promise<NewCase> {
    return { caseId: randomUUID(), promiseBy: addBusinessDays(await this.calendar.today(), PROMISED_BUSINESS_DAYS) };
  }

  /** Under the person's own key, because a plain digest of a name or a birth date could be found by trying. */
  private async digestsOf(wallet: string, subject: ScreeningSubject) {
    const { birthDate } = subject;
    const names = foldedNames(subject).join('|');
    return {
      nameHash: await this.vault.digestUnder(wallet, 'screened-name', names),
      birthDateHash: birthDate && (await this.vault.digestUnder(wallet, 'screened-birth-date', birthDate.value)),
    };
  }
}
