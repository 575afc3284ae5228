import type { NewEvent } from '../../event-store/event-store.js';
import type { WalletAppPort } from '../../wallet-app/wallet-app-port.js';
import type { WalletQuestions } from '../../wallet-app/wallet-questions.js';
import type { LedgerPort } from '../ledger-port.js';
import { departure, describeBlob } from '../signed-blob.js';
import type { Collecting } from './group.js';

/** An opened request may still be signed after its expiry. */
const GRACE_MS = 60_000;
/**
 * Intervals, in milliseconds, at which requests are checked if their page is closed: recent ones more often. An open
 * page asks itself.
 */
const LOOK_MS = { min: 3_000, max: 30_000, ofAge: 1 / 4 };

export const nextQuestion = ({ askedAt }: Pick<Collecting, 'askedAt'>, now: Date): number =>
  Math.min(Math.max((now.getTime() - askedAt.getTime()) * LOOK_MS.ofAge, LOOK_MS.min), LOOK_MS.max);

export interface CollectorPorts {
  ledger: Pick<LedgerPort, 'account' | 'validatedIndex'>;
  walletApp: Pick<WalletAppPort, 'outcome' | 'withdraw'>;
  questions: Pick<WalletQuestions, 'askForVisitor'>;
  now(): Date;
  /** The network of the platform's ledger: if the wallet app reports another one, the user signed for that network. */
  network: string;
}

export type Answer =
  | { is: 'open' }
  | { is: 'ended'; facts: readonly NewEvent[] }
  | { is: 'signed'; facts: readonly NewEvent[]; blob: string };

/** Collects what wallets signed. Wallets are not trusted to have signed what was requested. */
export class Collector {
  constructor(private readonly ports: CollectorPorts) {}

  /**
   * @param keep stores signed blobs by their hashes. @returns the vault item
   * @throws LedgerUnavailable, WalletAppUnavailable
   */
  async collect(request: Collecting, keep: (blobs: Record<string, string>) => Promise<string>): Promise<Answer> {
    const { walletApp, questions, now } = this.ports;
    const { payloadUuid } = request;
    const asked = { payloadUuid, createdAt: request.askedAt.getTime(), expiresAt: request.expiresAt.getTime() };
    const outcome = await questions.askForVisitor(asked, () => walletApp.outcome(payloadUuid));
    if (!outcome) return { is: 'open' };
    const end = (...[reason, message]: Parameters<Collecting['notSigned']>): Answer => ({
      is: 'ended',
      facts: request.notSigned(reason, message),
    });
    if (outcome.state === 'rejected' || outcome.state === 'cancelled')
      return end('declined', 'The request was declined in the wallet.');
    if (outcome.state !== 'signed') {
      if (now().getTime() < asked.expiresAt + GRACE_MS && outcome.state !== 'gone') return { is: 'open' };
      await walletApp.withdraw(payloadUuid);
      return end('expired', 'The request expired unsigned.');
    }
    const { hex, network } = outcome.signed;
    const problem = this.wrongNetwork(network) ?? (await this.departure(request, hex));
    if (problem) return end('departed', `The signed transaction differs from the request: ${problem}.`);
    const { hash, sequence, lastLedgerSequence } = describeBlob(hex);
    const blobItem = await keep({ [hash]: hex });
    const facts = request.journal({ hash, sequence, lastLedgerSequence: lastLedgerSequence!, blobItem });
    return { is: 'signed', facts, blob: hex };
  }

  private wrongNetwork(network: string | null): string | null {
    const isOther = network !== null && network.toUpperCase() !== this.ports.network.toUpperCase();
    return isOther ? `it was signed for ${network}` : null;
  }

  private async departure({ transaction, wallet }: Collecting, hex: string): Promise<string | null> {
    const { ledger } = this.ports;
    return departure(transaction, hex, await ledger.account(wallet), await ledger.validatedIndex());
  }
}
