/**
 * Requests signatures of proposers and approvers in the wallet app, collects and verifies them. A wallet app shows no
 * memo of a sign-in, only who asks and the instruction. So workers ask, through an application that no web process can
 * use: a web process cannot show a sign-in and get an approval.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { SignatureLinks } from '@tknest/contracts/api';
import type { ProposalMade, SignatureAsked } from '@tknest/contracts/events';
import { PROPOSAL } from '@tknest/contracts/rules';
import { randomUUID } from 'node:crypto';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { KeyAuthority } from '#platform/ledger/key-authority.js';
import { RequestBudgets } from '#platform/wallet-app/request-budgets.js';
import { memoToSign, outcomeProblem, signatureProblem } from '#platform/ledger/signed-memo.js';
import { APPROVALS_APP, type WalletAppPort } from '#platform/wallet-app/wallet-app-port.js';
import { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';
import { codeOf, PROPOSAL_MEMO, textToSign } from './what-is-signed.js';

type Named = Pick<ProposalMade['data'], 'proposalId' | 'kind' | 'request' | 'summary' | 'beneficiaries'>;
type Does = 'propose' | 'approve';

const MINUTE_MS = 60_000;
/** A wallet app shows at most 280 characters. */
const SUMMARY_MAX = 200;

export type Collected = { is: 'open' } | { is: 'ended' } | { is: 'signed'; signature: string };

@Injectable()
export class Signatures {
  constructor(
    @Inject(APPROVALS_APP) private readonly app: WalletAppPort | null,
    private readonly keys: KeyAuthority,
    @Inject(CONFIG) private readonly config: Pick<Config, 'xaman'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly questions: WalletQuestions,
    private readonly budgets: RequestBudgets,
  ) {}

  /** Called by workers only. @throws WalletAppUnavailable; Refused (429) */
  async ask(does: Does, made: Named, wallet: string): Promise<{ links: SignatureLinks; asked: SignatureAsked }> {
    await this.budgets.take('office', wallet);
    const identifier = randomUUID();
    const summary = made.summary.length > SUMMARY_MAX ? `${made.summary.slice(0, SUMMARY_MAX - 1)}…` : made.summary;
    const code = codeOf(made);
    const links = await this.walletApp.request({
      identifier,
      transaction: memoToSign(PROPOSAL_MEMO, textToSign(does, made)),
      signer: wallet,
      expiresInMinutes: PROPOSAL.signMinutes,
      instruction: `${does === 'propose' ? 'You propose' : 'You approve'} ${code}: ${summary}`,
    });
    const until = new Date(this.clock.now().getTime() + PROPOSAL.signMinutes * MINUTE_MS).toISOString();
    return { links: { ...links, code }, asked: { payloadUuid: links.payloadUuid, identifier, until } };
  }

  /** The same request again. @returns null if it is gone @throws WalletAppUnavailable */
  async again(made: Named, { identifier }: SignatureAsked): Promise<SignatureLinks | null> {
    const links = await this.walletApp.findByIdentifier(identifier);
    return links && { ...links, code: codeOf(made) };
  }

  /** The outcome of a request. @throws WalletAppUnavailable, LedgerUnavailable */
  async collect(does: Does, made: Named, by: string, asked: SignatureAsked): Promise<Collected> {
    const { payloadUuid, identifier, until } = asked;
    const expiresAt = Date.parse(until);
    const createdAt = expiresAt - PROPOSAL.signMinutes * MINUTE_MS;
    const question = { payloadUuid, createdAt, expiresAt };
    const outcome = await this.questions.askForVisitor(question, () => this.walletApp.outcome(payloadUuid));
    if (!outcome || outcome.state === 'open') return { is: 'open' };
    if (outcome.state !== 'signed' || outcome.signed?.account !== by) return { is: 'ended' };
    const asking = { identifier, type: PROPOSAL_MEMO, text: textToSign(does, made) };
    const problem = await outcomeProblem(this.keys, asking, outcome, this.config.xaman.approvals!.key);
    return problem ? { is: 'ended' } : { is: 'signed', signature: outcome.signed.hex };
  }

  /** Whether somebody signed exactly this. @throws LedgerUnavailable */
  async isOf(does: Does, made: Named, by: string, signature: string): Promise<boolean> {
    const signed = { hex: signature, account: by };
    const asked = { type: PROPOSAL_MEMO, text: textToSign(does, made) };
    return (await signatureProblem(this.keys, asked, signed)) === null;
  }

  private get walletApp(): WalletAppPort {
    if (!this.app) throw new Error('Only a worker asks for signatures of proposals');
    return this.app;
  }
}
