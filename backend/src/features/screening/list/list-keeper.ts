import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { createHash } from 'node:crypto';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { Screener } from '../screener.js';
import { breathing } from './ofac-list.js';
import { KeptLists, noting } from './kept-lists.js';
import { readLists } from './list-files.js';
import { filesAt, filesIn, withOwnPlaces, type FindFile } from './list-places.js';
import { ListRefused, type SanctionsList } from './listed-party.js';

const LOOK_MS = 600_000;
const DAILY_MS = 24 * 3_600_000;
/** A list that lost more than this share of its entries is taken for a broken file. */
const SHRINK_MAX = 0.1;
/** How long callers wait while the first list is still being read, in milliseconds. */
const FIRST_LIST_MS = 5_000;

/** Keeps the sanctions lists: fetched at startup and every day, replaced as a whole, and refused if they shrank. */
@Injectable()
export class ListKeeper implements OnApplicationBootstrap {
  private readonly log = new Logger('Sanctions');
  private screener: Screener | null = null;
  /** The lists stored by the last run are being read. */
  private restoring: Promise<void> | null = null;
  private loading: Promise<void> | null = null;
  private readonly followers: (() => void)[] = [];
  private readonly kept: KeptLists;
  /** Whether this run has fetched from the publisher successfully. */
  private isFetched = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly jobs: Jobs,
  ) {
    this.kept = new KeptLists(config.dataDir);
  }

  /** Does not wait: the program listens before the list is loaded, is not ready, and approves nobody until then. */
  onApplicationBootstrap(): void {
    void this.restore().then(() => this.tick());
  }

  /** Called whenever a usable list arrives. */
  follow(follower: () => void): void {
    this.followers.push(follower);
  }

  get source(): string {
    const { source, own } = this.config.sanctions;
    const places = Object.values(own);
    return ['file' in source ? source.file : source.url, ...places].join(', ');
  }

  /** The list to screen against; null if there is none, or its last complete fetch is too old. */
  async current(): Promise<Screener | null> {
    const reading = this.restoring ?? this.loading;
    if (!this.screener && reading) {
      const patience = new Promise<void>((resolve) => setTimeout(resolve, FIRST_LIST_MS).unref());
      await Promise.race([reading.catch(() => undefined), patience]);
    }
    return this.screener && !this.isTooOld(this.screener) ? this.screener : null;
  }

  /** The most recently loaded list, however old. */
  get loaded(): Screener | null {
    return this.screener;
  }

  /** Whether a list is being read now. */
  get isBusy(): boolean {
    return this.restoring !== null || this.loading !== null;
  }

  isTooOld({ record }: Screener): boolean {
    const { sandboxList, maxAgeHours } = this.config.sanctions;
    return !sandboxList && this.ageMs(record.fetchedAt) > maxAgeHours * 3_600_000;
  }

  /** Loads the last run's list, with its real age, so that there is a list immediately after a restart. */
  private async restore(): Promise<void> {
    this.restoring = this.loadKept()
      .catch((error: unknown) =>
        this.log.warn({ err: error }, 'The list of the last run cannot be read; it is fetched again'),
      )
      .finally(() => (this.restoring = null));
    await this.restoring;
  }

  private async loadKept(): Promise<void> {
    const kept = await this.kept.of(this.source);
    if (kept) await this.swap(await readLists(kept.find, kept.fetchedAt, breathing()));
  }

  @Interval(LOOK_MS)
  async tick(): Promise<void> {
    if (this.isFetched && this.screener && this.ageMs(this.screener.record.fetchedAt) < DAILY_MS) return;
    await this.refresh().catch((error: unknown) =>
      this.log.error(
        { err: error },
        'The sanctions list was refused; the previous one stays in use until it is too old',
      ),
    );
  }

  /**
   * Fetches the lists and replaces the current ones as a whole. A second call joins the first; the last run's lists are
   * loaded first. @throws ListRefused, Error
   */
  refresh(): Promise<void> {
    this.loading ??= this.fetched().finally(() => (this.loading = null));
    return this.loading;
  }

  private async fetched(): Promise<void> {
    await this.restoring;
    const { find, found } = noting(this.places());
    const now = this.clock.now();
    const lists = await readLists(find, now, breathing());
    await this.refuseShrunken(lists);
    await this.swap(lists);
    this.isFetched = true;
    await this.jobs.note(this.noted, Object.fromEntries(lists.map(({ name, parties }) => [name, parties.length])));
    await this.kept.keep(this.source, now.toISOString(), found).catch(this.notKept);
  }

  private readonly notKept = (error: unknown) =>
    this.log.error(
      { err: error },
      'The list could not be saved; after a restart, nobody is approved until it is fetched again',
    );

  private places(): FindFile {
    const { source, own } = this.config.sanctions;
    return withOwnPlaces('file' in source ? filesIn(source.file) : filesAt(source.url), own);
  }

  /** From now on everybody is screened against these. */
  private async swap(lists: readonly SanctionsList[]): Promise<void> {
    const record = recordOf(lists);
    const before = this.screener;
    // The same entries need no new index; only their age is reset.
    const unchanged = before?.record.sha256 === record.sha256 ? before.as(record) : null;
    this.screener = unchanged ?? (await Screener.of(lists, record, breathing()));
    this.log.log(`${record.name} of ${record.published}: ${this.screener.entries} entries`);
    for (const follower of this.followers) follower();
  }

  private async refuseShrunken(lists: readonly SanctionsList[]): Promise<void> {
    const before: Record<string, number> = (await this.jobs.last(this.noted))?.result ?? {};
    for (const { name, parties } of lists) if (parties.length === 0) throw new ListRefused(`The ${name} list is empty`);
    for (const [name, entries] of Object.entries(before)) {
      const now = lists.find((list) => list.name === name)?.parties.length ?? 0;
      if (now < entries * (1 - SHRINK_MAX))
        throw new ListRefused(`The ${name} list has ${now} entries and had ${entries}: it is refused`);
    }
  }

  /** Sizes are compared only with those of the same source, also across restarts. */
  private get noted(): string {
    return `sanctions-list/${this.source}`;
  }

  private ageMs(fetchedAt: string): number {
    return this.clock.now().getTime() - Date.parse(fetchedAt);
  }
}

function recordOf(lists: readonly SanctionsList[]) {
  const [first, ...more] = lists as [SanctionsList, ...SanctionsList[]];
  const digest = createHash('sha256').update(lists.map(({ sha256 }) => sha256).join());
  return {
    name: lists.map(({ name }) => name).join(' and '),
    published: lists.map(({ published }) => published).reduce((one, other) => (other > one ? other : one)),
    fetchedAt: first.fetchedAt,
    sha256: more.length === 0 ? first.sha256 : digest.digest('hex'),
  };
}
