import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { EverybodyScreened, KycRole, ListRecord } from '@tknest/contracts/events';
import { DataSource } from 'typeorm';
import { Jobs } from '#platform/consumers/jobs.js';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, START, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { Dossier, identityFold } from '#features/identity/module.public.js';
import { ListedWallets, ListKeeper, PersonScreening, WalletScreening } from '#features/screening/module.public.js';
import { recordScreening, screeningFold, type PersonScreened } from '#features/screening/rules.public.js';
import { ScreenedPerson } from '../read-models/compliance-cases/compliance-case.entities.js';
import { UnscreenedDecisions } from './unscreened-decisions.js';
import { complianceCasesProjection } from '../read-models/compliance-cases/compliance-cases.projection.js';

const JOB = 'rescreening';
const STREAM = 'screened-everybody';
const EVERY_MS = 10_000;
const ROLES = ['investor', 'landlord'] as const;

interface Done {
  /** Digest of the list, and matcher. */
  key: string;
  /** When the list was fetched. */
  fetchedAt: string;
  /** People recorded after this position may have been screened against the previous list. */
  after: Position;
}

/**
 * Compares everybody with each new list, once, on one instance: new hits open cases and suspend (rules 7 and 8), but
 * for a coarse one of a verified person, which opens a case alone.
 */
@Injectable()
export class Rescreening implements OnApplicationBootstrap {
  private readonly log = new Logger('Rescreening');
  private running: Promise<void> | null = null;
  /** The list with which everybody was last compared; read from the log once. */
  private done: Done | null = null;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
    private readonly lists: ListKeeper,
    private readonly screening: PersonScreening,
    private readonly dossier: Dossier,
    private readonly jobs: Jobs,
    private readonly recorder: Recorder,
    private readonly readModels: ReadModels,
    private readonly listed: ListedWallets,
    private readonly wallets: WalletScreening,
    private readonly unscreened: UnscreenedDecisions,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.enlist(JOB);
    this.lists.follow(() => void this.tick());
  }

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    await this.jobs
      .once(JOB, () => (this.running ??= this.run().finally(() => (this.running = null))))
      .catch((error: unknown) => this.log.error({ err: error }, 'Not everybody could be screened again; retrying'));
  }

  /**
   * Screens everybody if the list is a new one. Otherwise screens only those who could not be screened before because
   * there was no list, and those screened against the previous list while it was being replaced.
   */
  async run(): Promise<void> {
    const screener = await this.lists.current();
    if (!screener) return;
    const after = await this.store.head();
    if (!(await this.readModels.waitFor(after, [complianceCasesProjection.name]))) return;
    const { record, matcherName: matcher } = screener;
    const key = keyOf(record, matcher);
    this.done ??= await this.lastDone();
    // Another instance has used a newer list: its findings must not be undone with an older one.
    if (record.fetchedAt < this.done.fetchedAt) return;
    // Before the position from which the next program goes on is recorded.
    await this.unscreened.report(this.done.after);
    if (this.done.key === key) await this.screenAll(true);
    else {
      const { persons, personsWithNewHits } = await this.screenAll(false);
      await this.screenWallets();
      const data = { list: record, matcher, persons, personsWithNewHits, after };
      const event: EverybodyScreened = { type: 'EverybodyScreened', data };
      await this.recorder.append(STREAM, 'any', [event]);
      this.done = { key, fetchedAt: record.fetchedAt, after };
    }
    await this.screenOvertaken(this.done);
  }

  /** Every wallet on the list that has ever used the platform, whether or not anybody applied with it. */
  private async screenWallets(): Promise<void> {
    for (const wallet of this.listed.ledgerAddresses)
      if (await this.isKnown(wallet)) await this.wallets.record(wallet, 'list');
  }

  private async isKnown(wallet: string): Promise<boolean> {
    for (const stream of [`wallet-${wallet}`, `identity-${wallet}`, `payer-${wallet}`])
      for await (const _ of this.store.read(stream, { limit: 1 })) return true;
    return false;
  }

  /** People who were screened against another list, and recorded after everybody had been read. */
  private async screenOvertaken(done: Done): Promise<void> {
    for (let end = false; !end;) {
      const page = await this.store.readAll(done.after, { filter: { types: ['PersonScreened'] } });
      for (const { data } of page.events) {
        const { wallet, occasion, list, matcher } = data as PersonScreened;
        const isOvertaken = occasion !== 'list' && list !== null && list.fetchedAt <= done.fetchedAt;
        if (isOvertaken && keyOf(list, matcher) !== done.key) await this.screenAgain(wallet);
      }
      ({ next: done.after, end } = page);
    }
  }

  private async screenAll(waitingOnly: boolean): Promise<{ persons: number; personsWithNewHits: number }> {
    let [persons, personsWithNewHits] = [0, 0];
    for (let last: string | undefined = ''; last !== undefined;) {
      const page: readonly string[] = await this.pageAfter(last, waitingOnly);
      for (const wallet of page) {
        const found = await this.screenAgain(wallet);
        if (found !== null) persons++;
        if (found) personsWithNewHits++;
      }
      last = page.at(-1);
    }
    return { persons, personsWithNewHits };
  }

  /** Whether a new case was opened; null if nothing is stored about the person that could be screened. */
  private async screenAgain(wallet: string): Promise<boolean | null> {
    const { state } = await load(this.store, identityFold(wallet));
    await this.wallets.record(wallet, 'list');
    let opened: boolean | null = null;
    for (const role of ROLES) opened = (await this.screenRole(wallet, role, state)) ?? opened;
    return opened;
  }

  private async screenRole(
    wallet: string,
    role: KycRole,
    identity: Parameters<Dossier['subjects']>[1],
  ): Promise<boolean | null> {
    const subjects = await this.dossier.subjects(wallet, identity, role);
    if (subjects.length === 0) return null;
    const { state: before } = await load(this.store, screeningFold(wallet));
    const applicationId = identity.forms[role]?.applicationId ?? before.latest[role]?.applicationId ?? '';
    const standing = identity.standing[role];
    const isVerified = standing?.status === 'verified' && standing.applicationId === applicationId;
    const of = { wallet, role, applicationId, isVerified };
    const screened = await this.screening.prepare({ ...of, occasion: 'list', subjects });
    // The list has become too old in the meantime: without a current list, no suspension is lifted.
    if (!screened.list) return null;
    const { events } = await this.recorder.decide(
      screeningFold(wallet),
      // A person who applied in the meantime was screened then: findings about the earlier application don't apply to
      // the new one.
      async (state) =>
        state.latest[role]?.applicationId === before.latest[role]?.applicationId
          ? recordScreening(screened, state, await this.screening.newCase())
          : [],
    );
    return events.some(({ type }) => type === 'ComplianceCaseOpened');
  }

  private async pageAfter(wallet: string, waitingOnly: boolean): Promise<string[]> {
    const rows = await this.db
      .createQueryBuilder(ScreenedPerson, 'p')
      .where('p.wallet > :wallet', { wallet })
      .andWhere(waitingOnly ? 'p.waiting' : 'true')
      .orderBy('p.wallet')
      .limit(100)
      .getMany();
    return rows.map((row) => row.wallet);
  }

  private async lastDone(): Promise<Done> {
    for await (const { data } of this.store.read(STREAM, { backwards: true, limit: 1 })) {
      const { list, matcher, after } = data as EverybodyScreened['data'];
      return { key: keyOf(list, matcher), fetchedAt: list.fetchedAt, after };
    }
    return { key: '', fetchedAt: '', after: START };
  }
}

const keyOf = ({ sha256 }: Pick<ListRecord, 'sha256'>, matcher: string) => `${sha256}/${matcher}`;
