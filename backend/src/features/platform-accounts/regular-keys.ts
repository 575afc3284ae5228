import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import type { RegularKeySeen } from '@tknest/contracts/events';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { EVENT_STORE, START, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import { KeyAuthority } from '#platform/ledger/key-authority.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { SEEN_FOR_MS, seenKeyOf } from '#platform/ledger/seen-keys.js';
import type { ProcessManager } from '#platform/processes/process-manager.js';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, keepCase } from '#features/operations-cases/rules.public.js';
import { LedgerStartUp } from './start-up.js';

const EVERY_MS = 3_600_000;
const JOB = 'regular-keys';
/** A key is recorded again after this time, so that it goes on counting. */
const AGAIN_MS = 7 * 24 * 3_600_000;
const AGREED = { resolution: 'corrected', note: 'The nodes of two operators name the same key again.' } as const;

/**
 * Records which regular key two operators name for a wallet that signs in, and asks them again every hour, so that its
 * owner can still sign in while one of them is away. If they contradict each other twice in a row, a case says so: one
 * of them may be lying. Wallets without a regular key leave no trace.
 */
@Injectable()
export class RegularKeys implements ProcessManager, OnModuleInit, OnApplicationBootstrap {
  readonly name = 'regular-keys';
  readonly events = ['WalletSignedIn'];
  /** Wallets with a recorded key, and how far the log was read for them. */
  private readonly recorded = new Set<string>();
  private after = START;
  private readonly disputed = new Set<string>();

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    private readonly keys: KeyAuthority,
    private readonly recorder: Recorder,
    private readonly startUp: LedgerStartUp,
    private readonly processes: ProcessRegistry,
  ) {}

  onModuleInit(): void {
    this.processes.register(this);
  }

  onApplicationBootstrap(): void {
    this.startUp.every(EVERY_MS, JOB, () => this.lookAgain(), 'Regular keys could not be compared with the ledger');
  }

  lane({ data }: RecordedEvent): string {
    return data.wallet;
  }

  /** Nodes that are away are asked at the next sign-in. */
  async handle({ data }: RecordedEvent): Promise<void> {
    await this.look(data.wallet).catch((error: unknown) => {
      if (!(error instanceof LedgerUnavailable)) throw error;
    });
  }

  /** @throws LedgerUnavailable */
  async lookAgain(): Promise<void> {
    for (let end = false; !end;) {
      const page = await this.store.readAll(this.after, { filter: { types: ['RegularKeySeen'] } });
      for (const { data } of page.events) this.recorded.add((data as RegularKeySeen['data']).wallet);
      ({ next: this.after, end } = page);
    }
    for (const wallet of this.recorded) await this.look(wallet);
  }

  private async look(wallet: string): Promise<void> {
    const named = await this.keys.named(wallet);
    if (named.length < 2) return;
    const now = this.clock.now().getTime();
    const seen = await seenKeyOf(this.store, wallet, new Date(now - SEEN_FOR_MS));
    const agreed = named.find((key, at) => named.indexOf(key) !== at);
    const isKnown = seen ? seen.key === agreed && seen.at.getTime() > now - AGAIN_MS : agreed === null;
    if (agreed !== undefined && !isKnown && (agreed !== null || seen?.key)) {
      const said = { type: 'RegularKeySeen', data: { wallet, key: agreed } } satisfies RegularKeySeen;
      await this.recorder.append(`wallet-${wallet}`, 'any', [said]);
    }
    if (agreed === null) this.recorded.delete(wallet);
    const wasDisputed = this.disputed.delete(wallet);
    if (agreed === undefined) this.disputed.add(wallet);
    if (agreed !== undefined || (seen?.key && wasDisputed)) await this.report(wallet, named, agreed === undefined);
  }

  private async report(wallet: string, named: readonly (string | null)[], isDisputed: boolean): Promise<void> {
    const about = { kind: 'regular-key-disputed', subject: wallet } as const;
    const words = named.map((key) => key ?? 'no key').join(' and ');
    const summary =
      `Ledger nodes of different operators name ${words} as the regular key of ${wallet}. One of them may be ` +
      'lying or stuck: compare them with a third one, and replace it in XRPL_URL.';
    await this.recorder.decide(caseFold(caseIdOf(about)), (state) =>
      keepCase({ ...about, summary, wallet }, isDisputed, AGREED, state),
    );
  }
}
