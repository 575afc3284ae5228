import type { People } from '../people/people.js';
import type { WalletApp } from '../phone/wallet-app.js';
import { HttpError } from '../shared/http-error.js';
import { PlatformClient, until } from './platform-client.js';

/** A margin for costs of a repayment besides its amount: the platform's fee, and a reserve. */
const WITH_FEES = 1.05;
const XRP = 100;

export interface RentPaid {
  propertyId: number;
  paymentId: string;
  /** RLUSD, without the fee. */
  amount: number;
  /** Whether the sale was closed for it. */
  closed: boolean;
}

/** Simulated landlords who pay rent on request, with the platform's API and their phones. */
export class Landlords {
  private readonly clients = new Map<string, PlatformClient>();
  private readonly paying = new Map<number, Promise<RentPaid>>();

  constructor(
    private readonly people: Pick<People, 'find' | 'treasury'>,
    private readonly walletApp: Pick<WalletApp, 'sign'>,
    private readonly platformUrl: string,
  ) {}

  /** Pays what is due, or the next installment, after closing an open sale. Concurrent requests pay only once. */
  payRent(propertyId: number): Promise<RentPaid> {
    const before = this.paying.get(propertyId);
    if (before) return before;
    const paying = this.pay(propertyId).finally(() => this.paying.delete(propertyId));
    this.paying.set(propertyId, paying);
    return paying;
  }

  private async pay(propertyId: number): Promise<RentPaid> {
    const visitor = new PlatformClient(this.platformUrl);
    const { ownerWallet, status } = await visitor.get(`/api/properties/${propertyId}`);
    // Landlords of other instances sign with their own phones.
    this.people.find(ownerWallet);
    const platform = await this.signedIn(ownerWallet);
    if (status === 'open') await platform.post(`/api/properties/${propertyId}/close`);
    const { loanStatus } = await until(
      () => visitor.get(`/api/properties/${propertyId}`),
      (seen) => seen.loanStatus !== null || seen.tokensSold === 0,
    );
    if (loanStatus === null) throw new HttpError(409, 'No tokens of this property were sold: there is no loan.');
    if (loanStatus === 'paid_off') throw new HttpError(409, 'The loan of this property is paid off.');
    const loan = await platform.get(`/api/loan/${propertyId}`);
    const next = Math.min(loan.monthlyPaymentAmount, loan.quote?.amount ?? loan.monthlyPaymentAmount);
    const amount = loan.due > 0 ? loan.due : next;
    await this.people.treasury.fillUp(ownerWallet, { xrp: XRP, rlusd: (amount * WITH_FEES).toFixed(6) });
    const { payoutEscrow } = await platform.get('/api/platform/config');
    const order = { propertyId, paybackAmount: amount, investorWallet: payoutEscrow, type: 'loan_payback' };
    const { paymentId } = await platform.post('/api/rlusd/payback', order);
    await this.seeThrough(platform, ownerWallet, paymentId);
    return { propertyId, paymentId, amount, closed: status === 'open' };
  }

  /** Signs whatever the payment asks for until it has ended. */
  private async seeThrough(platform: PlatformClient, wallet: string, paymentId: string): Promise<void> {
    const signed = new Set<string>();
    const { status, error } = await until(
      async () => {
        const payment = await platform.get(`/api/rlusd/payment-status/${paymentId}`);
        for (const { payloadUuid } of payment.signRequests as { payloadUuid: string }[]) {
          if (signed.has(payloadUuid)) continue;
          signed.add(payloadUuid);
          // Answered already, or withdrawn: the platform is about to notice.
          await this.walletApp.sign(wallet, payloadUuid, {}).catch((refused: Error & { status?: number }) => {
            if (refused.status !== 409) throw refused;
          });
        }
        return payment;
      },
      (payment) => payment.status === 'failed' || (payment.status === 'completed' && payment.feeStatus !== 'open'),
    );
    if (status === 'failed') throw new HttpError(502, error ?? 'The landlord’s payment failed.');
  }

  private async signedIn(wallet: string): Promise<PlatformClient> {
    const platform = this.clients.get(wallet) ?? new PlatformClient(this.platformUrl);
    this.clients.set(wallet, platform);
    const isAlive =
      platform.signedIn &&
      (await platform.get('/api/user/info').then(
        () => true,
        () => false,
      ));
    if (isAlive) return platform;
    platform.leave();
    await platform.signIn((payloadUuid) => this.walletApp.sign(wallet, payloadUuid, {}));
    return platform;
  }
}
