import type { PlatformAccountName } from '@tknest/contracts/events';
import { commitOnce, writeTo } from '../../../platform/event-store/commit-once.js';
import type { EventStore, NewEvent, StreamWrite } from '../../../platform/event-store/event-store.js';
import { load, type Folded, type Loaded } from '../../../platform/event-store/folding.js';
import {
  signOnTicket,
  type SignedOnTicket,
  type SigningPorts,
} from '../../../platform/ledger/accounts/sign-on-ticket.js';
import { TicketsExhausted } from '../../../platform/ledger/accounts/tickets-exhausted.js';
import { proposeEnding, type Ending } from '../../../platform/ledger/submissions/submission.rules.js';
import { Submitter } from '../../../platform/ledger/submissions/submitter.js';
import { opening, type OpenCase } from '../../cases/case.public.js';
import { TICKETS_KEPT_FOR_PURCHASES } from '../accounts/account-plan.js';
import type { StepAttempt } from './step-attempt.js';

export interface OperationPorts extends SigningPorts {
  store: EventStore;
  businessDate(): Promise<string>;
}

/** What an operation is to the engine, whatever it does. */
export interface OperationState<Step extends string> {
  /** `open` while there is something left to carry out. */
  phase: string;
  /** The newest attempt of each step. */
  steps: Partial<Record<Step, StepAttempt>>;
}

export type NextStep<Step extends string> =
  | { do: 'sign'; step: Step }
  | { do: 'record'; events: readonly NewEvent[] }
  /** A person must look at it; it is looked at again. */
  | { do: 'report'; case: OpenCase }
  | { do: 'wait' };

/** How a transaction on a ticket ended for good. */
export type StepEnding = Exclude<Ending, { propose: 'send-again' | 'wait' }>;

/** How an ending stands in the fact of it: `ledgerIndex` is null where it is proved that no ledger holds it. */
export const resultOf = (ending: StepEnding): { result: string; ledgerIndex: number | null } =>
  ending.propose === 'absent'
    ? { result: ending.reason, ledgerIndex: null }
    : { result: ending.result, ledgerIndex: ending.ledgerIndex };

/** An attempt's journal entry and its end, as facts of the owner; other streams may take part in the commit. */
export interface StepFacts {
  own: readonly NewEvent[];
  others?: readonly StreamWrite[];
}

/** What one kind of operation does: its steps, one transaction of one platform account each, and its facts. */
export interface OperationRecipe<Step extends string, State extends OperationState<Step>, Event extends NewEvent> {
  signer: PlatformAccountName;
  /** In the order in which one that is under way is looked for. */
  steps: readonly Step[];
  fold(id: string): Folded<State, Event>;
  /** What to do where nothing is under way. @throws LedgerUnavailable */
  next(id: string, state: State): Promise<NextStep<Step>>;
  purposeFor(id: string, state: State, step: Step): string;
  /** Names a step for tests that end the process there. */
  subjectOf(step: Step): string;
  transaction(id: string, state: State, step: Step): Promise<Record<string, unknown>>;
  submitted(id: string, step: Step, attempt: number, purpose: string, signed: SignedOnTicket): NewEvent;
  ended(id: string, state: State, step: Step, attempt: StepAttempt, ending: StepEnding): StepFacts | Promise<StepFacts>;
  /** Whose operation it is, for the case that a ticket used by somebody else opens. */
  subject(id: string, state: State): Pick<OpenCase, 'wallet' | 'propertyId'>;
  crashPoint(place: 'sent' | 'conclusion-seen' | 'conclusion-recorded', step: Step): void;
}

/**
 * Carries out an operation of a platform account, one transaction on a ticket at a time: journalled, sent until a
 * validated ledger or a proof of absence ends it, concluded. It may be cut off between any two steps, and is begun
 * again anywhere.
 */
export class OperationEngine<Step extends string, State extends OperationState<Step>, Event extends NewEvent> {
  private readonly submitter: Submitter;

  constructor(
    private readonly ports: OperationPorts,
    private readonly recipe: OperationRecipe<Step, State, Event>,
  ) {
    this.submitter = new Submitter(ports.ledger, ports.blobs);
  }

  /**
   * Takes every step that can be taken now. @returns how the operation stands
   * @throws LedgerUnavailable
   */
  async advance(id: string): Promise<State> {
    for (;;) {
      const loaded = await load(this.ports.store, this.recipe.fold(id));
      if (loaded.state.phase !== 'open' || !(await this.step(id, loaded))) return loaded.state;
    }
  }

  /** @returns false where it has to wait */
  private async step(id: string, loaded: Loaded<State>): Promise<boolean> {
    for (const step of this.recipe.steps) {
      const attempt = loaded.state.steps[step];
      if (attempt?.state === 'submitted') return this.conclude(id, loaded, step, attempt);
    }
    const next = await this.recipe.next(id, loaded.state);
    switch (next.do) {
      case 'wait':
        return false;
      case 'sign':
        return this.sign(id, loaded, next.step);
      case 'report':
        return this.report(id, loaded, next.case);
      case 'record':
        await this.commit(id, loaded, [writeTo(loaded, next.events)]);
        return true;
    }
  }

  /** Journalled before anything is sent; what is signed again is signed on the same ticket. */
  private async sign(id: string, loaded: Loaded<State>, step: Step): Promise<boolean> {
    const { recipe } = this;
    const purpose = recipe.purposeFor(id, loaded.state, step);
    const attempt = (loaded.state.steps[step]?.attempt ?? 0) + 1;
    try {
      await signOnTicket(this.ports, {
        signer: recipe.signer,
        purpose,
        keep: TICKETS_KEPT_FOR_PURCHASES,
        subject: recipe.subjectOf(step),
        unsigned: await recipe.transaction(id, loaded.state, step),
        owner: loaded.stream,
        commit: (signed, assignment) => {
          const facts = writeTo(loaded, [recipe.submitted(id, step, attempt, purpose, signed)]);
          return this.commit(id, loaded, [facts, ...(assignment ? [assignment] : [])]);
        },
      });
      // Recorded, or somebody else was faster: either way it is loaded again.
      return true;
    } catch (error) {
      if (error instanceof TicketsExhausted) return false;
      throw error;
    }
  }

  private async conclude(id: string, loaded: Loaded<State>, step: Step, attempt: StepAttempt): Promise<boolean> {
    const { recipe } = this;
    const ending = proposeEnding(await this.submitter.fate(await this.ports.accounts.address(recipe.signer), attempt));
    if (ending.propose === 'wait') return false;
    if (ending.propose === 'send-again') {
      await this.submitter.send(attempt);
      recipe.crashPoint('sent', step);
      return false;
    }
    recipe.crashPoint('conclusion-seen', step);
    if (ending.propose === 'absent' && ending.reason === 'sequence-used')
      return this.report(id, loaded, ticketTaken(id, attempt, recipe.subject(id, loaded.state)));
    const { own, others = [] } = await recipe.ended(id, loaded.state, step, attempt, ending);
    const burned =
      ending.propose === 'absent'
        ? []
        : [this.ports.accounts.tickets(recipe.signer).burned(attempt.purpose, attempt.ticket!, attempt.hash!)];
    await this.commit(id, loaded, [writeTo(loaded, own), ...others, ...burned]);
    recipe.crashPoint('conclusion-recorded', step);
    return true;
  }

  private async report(id: string, loaded: Loaded<State>, opened: OpenCase): Promise<boolean> {
    const writes = await opening(this.ports.store, opened);
    if (writes.length > 0) await this.commit(id, loaded, writes);
    return false;
  }

  private async commit(id: string, loaded: Loaded<State>, writes: readonly StreamWrite[]) {
    const at = { decidedOn: loaded, correlationId: id, businessDate: await this.ports.businessDate() };
    return commitOnce(this.ports.store, at, writes);
  }
}

/** Somebody else holds the account's key: nothing is signed until a person has looked at it. */
const ticketTaken = (
  subject: string,
  { hash, ticket }: StepAttempt,
  of: Pick<OpenCase, 'wallet' | 'propertyId'>,
): OpenCase => ({
  kind: 'sequence-conflict',
  subject,
  summary: 'A ticket of the issuer was used by a transaction that is not in the log.',
  txHash: hash,
  details: { ticket },
  ...of,
});
