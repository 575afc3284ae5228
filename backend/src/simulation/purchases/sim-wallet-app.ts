import { CURRENCY } from '@tknest/contracts/rules';
import type { Wallet } from 'xrpl';
import {
  WalletAppUnavailable,
  type OpenSignRequest,
  type SignRequest,
  type SignRequestOutcome,
  type WalletAppPort,
} from '#platform/wallet-app/wallet-app-port.js';
import type { Random } from '#platform/seeded-random.js';
import type { SimLedger } from '../sim-ledger.js';

/** Micro-RLUSD that pays a fee but no principal. */
const ENOUGH_FOR_A_FEE = 50_000_000n;

interface Payload {
  uuid: string;
  request: SignRequest;
  state: SignRequestOutcome['state'];
  opened: boolean;
  signed: SignRequestOutcome['signed'];
}

/** The wallet app and everybody's phones, which follow, ignore or disobey requests as the story decides. */
export class SimWalletApp implements WalletAppPort {
  readonly payloads = new Map<string, Payload>();
  away = false;
  /** The request is ignored. */
  silent = false;
  private readonly dodging = new Set<string>();
  /** How much the phones misbehave, 0 to 1. */
  mischief = 0;
  /**
   * Hashes that a phone sent to the ledger by itself, although it was asked not to; the platform is not responsible for
   * them.
   */
  readonly selfSent = new Set<string>();

  constructor(
    private readonly random: Random,
    private readonly ledger: SimLedger,
    private readonly people: ReadonlyMap<string, Wallet>,
    private readonly feeWallet: string,
  ) {}

  async request(request: SignRequest): Promise<OpenSignRequest> {
    this.mustAnswer();
    const existing = this.named(request.identifier);
    if (existing) return this.linksOf(existing.uuid);
    const uuid = this.random.uuid();
    this.payloads.set(uuid, { uuid, request, state: 'open', opened: false, signed: null });
    if (this.random.chance(0.05)) throw new WalletAppUnavailable('the answer was lost');
    return this.linksOf(uuid);
  }

  async findByIdentifier(identifier: string): Promise<OpenSignRequest | null> {
    this.mustAnswer();
    const found = this.named(identifier);
    return found ? this.linksOf(found.uuid) : null;
  }

  async outcome(uuid: string): Promise<SignRequestOutcome> {
    this.mustAnswer();
    const payload = this.payloads.get(uuid);
    if (!payload) return { state: 'gone', signed: null, identifier: null, applicationId: null, transactionType: null };
    return {
      state: payload.state,
      signed: payload.signed,
      identifier: payload.request.identifier,
      applicationId: null,
      transactionType: null,
    } as SignRequestOutcome;
  }

  async withdraw(uuid: string): Promise<void> {
    const payload = this.payloads.get(uuid);
    if (payload?.state === 'open' && !payload.opened) payload.state = 'cancelled';
  }

  /** Somebody opens the wallet app on their phone. */
  actOnSomething(): void {
    if (this.silent) return;
    const open = [...this.payloads.values()].filter(({ state }) => state === 'open' || state === 'expired');
    if (open.length === 0) return;
    const payload = this.random.pick(open);
    payload.opened = true;
    const { signer, transaction } = payload.request;
    const dodges = transaction.Destination === this.feeWallet && this.dodging.delete(signer!);
    if (this.random.chance(dodges ? 0.7 : this.mischief * 0.15)) payload.state = 'rejected';
    else if (payload.state === 'open' || payload.opened) this.sign(payload);
  }

  /** The owner pays something else in between, so the account's sequence moves. */
  spendElsewhere(): void {
    const account = this.ledger.accounts.get(this.random.pick([...this.people.keys()]));
    if (account) account.sequence++;
  }

  /**
   * The owner, or the wallet app's own service fee, pays something exactly where a signed platform fee would go. The
   * owner is likely to decline the next request for it.
   */
  spendAtFee(): void {
    for (const { request, state } of this.payloads.values()) {
      const account = this.ledger.accounts.get(request.signer!);
      const isNext = account?.sequence === request.transaction.Sequence;
      if (state === 'signed' && request.transaction.Destination === this.feeWallet && isNext) {
        account!.sequence++;
        this.dodging.add(request.signer!);
        return;
      }
    }
  }

  /** Somebody sends a signed transaction that the platform has not sent, or never will. */
  sendByHand(): void {
    const signed = [...this.payloads.values()].flatMap((payload) => payload.signed ?? []);
    if (signed.length === 0) return;
    const { hex, txid } = this.random.pick(signed.slice(-12));
    this.selfSent.add(txid);
    this.ledger.take(hex);
  }

  /** The owner empties the wallet, or refills it, so that a balance that was sufficient no longer is. */
  emptyOrFill(): void {
    const address = this.random.pick([...this.people.keys()]);
    const key = `${address}/${CURRENCY.rlusd}`;
    this.ledger.balances.set(
      key,
      (this.ledger.balances.get(key) ?? 0n) > ENOUGH_FOR_A_FEE ? ENOUGH_FOR_A_FEE : 1_000_000_000_000n,
    );
  }

  /** Its owner signs. */
  sign(payload: Payload): void {
    const account = payload.request.signer!;
    const transaction: Record<string, any> = { ...payload.request.transaction };
    if (this.random.chance(this.mischief * 0.1)) transaction.Sequence += 1 + this.random.below(3);
    if (this.random.chance(this.mischief * 0.1) && typeof transaction.Amount === 'object')
      transaction.Amount = { ...transaction.Amount, value: '0.01' };
    // A card in the wallet app raises it.
    if (this.random.chance(this.mischief * 0.1))
      transaction.LastLedgerSequence = Math.max(transaction.LastLedgerSequence, this.ledger.index + 150);
    const wallet = this.random.chance(this.mischief * 0.05)
      ? this.random.pick([...this.people.values()])
      : this.people.get(account)!;
    const { tx_blob: hex, hash: txid } = wallet.sign(transaction as never);
    payload.state = 'signed';
    payload.signed = { hex, txid, account, network: this.random.chance(this.mischief * 0.03) ? 'TESTNET' : 'SIM' };
    // The wallet sends the transaction itself, although it was asked not to.
    if (this.random.chance(this.mischief * 0.2)) {
      this.selfSent.add(txid);
      this.ledger.take(hex);
    }
  }

  private named(identifier: string): Payload | undefined {
    return [...this.payloads.values()].find(({ request }) => request.identifier === identifier);
  }

  private linksOf(uuid: string): OpenSignRequest {
    return { payloadUuid: uuid, qrCode: `qr/${uuid}`, deepLink: `link/${uuid}`, websocket: `ws/${uuid}` };
  }

  private mustAnswer(): void {
    if (this.away) throw new WalletAppUnavailable('the wallet app is away');
  }
}
