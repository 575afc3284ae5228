/** Proposes acts that take two people, instead of carrying them out. */
import { Inject, Injectable } from '@nestjs/common';
import type { ProposalAnswer } from '@tknest/contracts/api';
import type { ProposalKind, ProposalMade } from '@tknest/contracts/events';
import { PROPOSAL } from '@tknest/contracts/rules';
import { randomUUID } from 'node:crypto';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { handleCommand, type CommandContext } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { DailyCaps } from './daily-caps.js';
import { AdminPersons } from './admin-persons.js';
import { propose, proposalFold } from './proposal.decider.js';
import { ProposalKinds, type Prepared } from './proposal-kinds.js';
import { SignatureAsking } from './signature-asking.js';

const HOUR_MS = 3_600_000;

export interface Asking {
  session: Session;
  request: object;
  /** The caller's Idempotency-Key. */
  key: string | undefined;
}

@Injectable()
export class TwoPeople {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'fourEyes'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly kinds: ProposalKinds,
    private readonly persons: AdminPersons,
    private readonly asking: SignatureAsking,
    private readonly causation: Causation,
    private readonly vault: VaultService,
    private readonly caps: DailyCaps,
  ) {}

  /**
   * Proposes an act, and asks its proposer's wallet for a signature. Idempotent per person and key.
   * @returns null if one person may do it alone
   * @throws Refused if it could not be carried out, or there are not two people; WalletAppUnavailable, WorkerAway
   */
  async propose(kind: ProposalKind, { session, request, key }: Asking): Promise<ProposalAnswer | null> {
    if (!this.config.fourEyes) return null;
    const proposalId = key ? uuidv5(`proposal/${session.wallet}/${key}`) : randomUUID();
    const input = { proposal: kind, request: withoutSeeds(request) };
    const { metadata, inputHash } = await this.causation.contextOf({ session, idempotencyKey: key, input });
    const before = await this.store.findCommand(metadata.commandId, inputHash);
    if (!before) {
      const prepared = await this.kinds.of(kind).prepare(request, session);
      try {
        await this.make({ proposalId, kind, by: session.wallet, ...prepared }, { metadata, inputHash });
      } catch (error) {
        if (prepared.noteItem) await this.vault.discard([prepared.noteItem]);
        throw error;
      }
    }
    // Again after a lost answer: the worker finds the request that it made.
    return { proposalId, ...(await this.asking.ask({ proposalId, does: 'propose', by: session.wallet })) };
  }

  private async make(
    prepared: Prepared & Pick<ProposalMade['data'], 'proposalId' | 'kind' | 'by'>,
    { metadata, inputHash }: CommandContext,
  ): Promise<void> {
    const { proposalId, by, kind, request } = prepared;
    const act = this.kinds.of(kind);
    const moved = act.moves?.(request);
    if (moved) this.caps.mustFitAlone(moved);
    const { summary, beneficiaries } = await act.describe(request);
    const facts = { persons: await this.persons.count(), benefits: await this.persons.isAmong(by, beneficiaries) };
    const made = { ...prepared, summary, beneficiaries: [...beneficiaries], expiresAt: this.expiry() };
    const context = { metadata, ...(inputHash ? { inputHash } : {}) };
    await handleCommand(this.store, proposalFold(proposalId), (state) => propose(made, facts, state), context);
  }

  private expiry(): string {
    return new Date(this.clock.now().getTime() + PROPOSAL.expiresAfterHours * HOUR_MS).toISOString();
  }
}

/** Seeds are checked when they are posted, and never stored. */
const withoutSeeds = (request: object): object =>
  Object.fromEntries(Object.entries(request).filter(([field]) => !/seed/i.test(field)));
