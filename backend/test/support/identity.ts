import { ringOf } from './key-ring.js';
import { InvestorInfo, LandlordInfo, PersonalInfo, type KycSubmitResult } from '@tknest/contracts/api';
import {
  EVENT_CATALOGUE,
  UPCASTERS,
  type DocumentScan,
  type DomainEvent,
  type KycRole,
} from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { systemClock } from '#platform/clock/clock.js';
import type { Config } from '#platform/config/config.js';
import type { KycPolicy } from '#platform/config/identity-settings.js';
import { CataloguedEventStore } from '#platform/event-store/catalogued-event-store.js';
import { PostgresEventStore } from '#platform/event-store/postgres/postgres-event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { Decisions } from '#features/identity/decisions.js';
import { Dossier } from '#features/identity/dossier.js';
import { identityStream } from '#features/identity/identity.state.js';
import { PersonWallets } from '#features/identity/person-wallets.js';
import { KycStanding } from '#features/identity/kyc-standing.js';
import { ToldStanding } from '#features/identity/told-standing.js';
import { ApplicationFile } from '#features/identity/use-cases/submit-application/application-file.js';
import {
  SubmitApplication,
  SubmitApplicationHandler,
} from '#features/identity/use-cases/submit-application/submit-application.command.js';
import {
  PersonScreening,
  type ListedWallets,
  type Screening,
  type ScreeningSubject,
} from '#features/screening/module.public.js';
import { screeningStream } from '#features/screening/rules.public.js';
import type { TestDatabase } from './database.js';
import { noWalletListed } from './listed-wallets.js';

export const LISTED = 'Listed';
/** Stands in for the screening: names that begin with `LISTED` are hits. */
const byFirstLetters = {
  screen: async ({ names }: ScreeningSubject) => {
    const listed = names.some((name) => name.startsWith(LISTED));
    const hit = { list: 'OFAC SDN', entityNumber: '1', entryHash: 'e', score: 1, level: 'high' };
    return {
      status: listed ? 'rejected' : 'approved',
      riskLevel: listed ? 'high' : 'low',
      reason: '',
      list: { name: 'OFAC SDN', published: '2024-05-03', fetchedAt: '', sha256: 'a' },
      matcher: 'by first letters',
      hits: listed ? [hit] : [],
    };
  },
} as unknown as Screening;

export interface FormOptions {
  role?: KycRole;
  key?: string;
  personal?: Partial<PersonalInfo>;
  details?: Partial<LandlordInfo & InvestorInfo>;
  /** The scanner's result for the document. */
  scan?: DocumentScan;
}

/**
 * The identity feature on a real database, without the rest of the program. @param numbersIdentify numbers identify
 * people, as they do outside the sandbox
 */
export function identityOn(
  db: TestDatabase,
  kycPolicy: KycPolicy = 'auto',
  screening: Screening = byFirstLetters,
  numbersIdentify = true,
  listed: ListedWallets = noWalletListed,
  sandbox = true,
  kycReviewShare = 0,
) {
  const store = new CataloguedEventStore(new PostgresEventStore(db.pool), EVENT_CATALOGUE, UPCASTERS);
  const config = { kycPolicy, kycReviewShare, numbersIdentify, retentionYears: 10, sandbox } as Config;
  const vault = new VaultService(db.pool, ringOf(1));
  const calendar = new BusinessCalendar(store, systemClock, null);
  const causation = new Causation(calendar, vault);
  const persons = new PersonScreening(store, calendar, vault, screening, new Recorder(store, causation));
  const dossier = new Dossier(vault);
  const wallets = new PersonWallets(store, vault);
  const decisions = new Decisions(store, config, calendar, persons, dossier, wallets, listed);
  const file = new ApplicationFile(vault, persons, dossier, config);
  const standing = new KycStanding(store, calendar, listed);
  const told = new ToldStanding(standing, listed, { recordAttempt: async () => {} }, config);
  const handler = new SubmitApplicationHandler(store, decisions, causation, file, standing, config);

  const submit = (session: Session, firstName: string, options: FormOptions = {}): Promise<KycSubmitResult> =>
    handler.execute(
      new SubmitApplication(
        session,
        options.role ?? 'investor',
        { firstName, lastName: 'Example', ssn: session.wallet, country: 'US', ...options.personal } as PersonalInfo,
        (options.details ?? {}) as LandlordInfo,
        [
          {
            kind: 'idDocument',
            mediaType: 'application/pdf',
            scan: options.scan ?? 'unscanned',
            sha256: 'a'.repeat(64),
            bytes: 3,
            read: async () => Buffer.from(firstName),
          },
        ],
        options.key,
      ),
    );
  async function eventsOf(stream: string): Promise<DomainEvent[]> {
    const events: DomainEvent[] = [];
    for await (const event of store.read(stream)) events.push(event as unknown as DomainEvent);
    return events;
  }
  return {
    store,
    config,
    vault,
    calendar,
    causation,
    persons,
    dossier,
    decisions,
    wallets,
    standing,
    told,
    submit,
    identityOf: ({ wallet }: Session) => eventsOf(identityStream(wallet)),
    screeningOf: ({ wallet }: Session) => eventsOf(screeningStream(wallet)),
    keptFor: async ({ wallet }: Session): Promise<number> =>
      (await db.pool.query('select id from platform.vault_items where subject = $1', [wallet])).rows.length,
  };
}

export const somebody = () => ({ wallet: `r${randomUUID()}`, role: 'investor' }) as Session;
