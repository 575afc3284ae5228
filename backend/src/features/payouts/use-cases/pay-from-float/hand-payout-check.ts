import { Inject, Injectable } from '@nestjs/common';
import type { TokenPayoutRequest } from '@tknest/contracts/api';
import { TAG_MAX } from '@tknest/contracts/rules';
import { isValidClassicAddress } from 'xrpl';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import type { Session } from '#platform/sessions/session.js';
import { mustBeAdmins, PlatformAccounts } from '#features/platform-accounts/module.public.js';

const refusal = (field: string, message: string) => new Refused('invalid', message, { errors: { [field]: [message] } });

/** The order's id, derived from the admin and the idempotency key, so that it is carried out only once. */
export const handPayoutId = (admin: string, key: string): string => uuidv5(`payout-by-hand/${admin}/${key}`);

/**
 * The ledger accepts no payment of an account to itself, so the run would never end; RLUSD paid to its issuer ceases to
 * exist. @throws Refused
 */
export function mustBeOutside(recipient: string, { escrow, issuer }: { escrow: string; issuer: string }): void {
  if (recipient === escrow) throw refusal('recipientAddress', 'The payout escrow cannot pay itself');
  if (recipient === issuer) throw refusal('recipientAddress', 'The issuer of RLUSD cannot be paid in RLUSD');
}

/** A manual payout: to whom, how much, and the destination tag of its payment. */
export interface HandPayout {
  recipient: string;
  /** Decimal text or number, at most six decimals. */
  amount: string;
  tag?: number;
}

/** Checks the request for a manual payout before anything is paid. */
@Injectable()
export class HandPayoutCheck {
  constructor(
    private readonly accounts: PlatformAccounts,
    @Inject(CONFIG) private readonly config: Pick<Config, 'xrpl'>,
  ) {}

  /** @throws Refused if the request names something that is not the platform's */
  async mustFit(request: TokenPayoutRequest, session: Session): Promise<HandPayout> {
    const { recipientAddress: recipient, amount, adminSeed, rlusdGateway, destinationTag } = request;
    const { rlusdIssuer: issuer } = this.config.xrpl;
    if (!isValidClassicAddress(recipient)) throw refusal('recipientAddress', 'Valid XRPL wallet address required');
    if (rlusdGateway !== issuer)
      throw refusal('rlusdGateway', `The RLUSD gateway must be the issuer of RLUSD, ${issuer}`);
    const escrow = await this.accounts.address('payoutEscrow');
    mustBeOutside(recipient, { escrow, issuer });
    mustBeAdmins(adminSeed, escrow, session.wallet);
    const tag = destinationTag ? Number(destinationTag) : undefined;
    if (tag !== undefined && tag > TAG_MAX)
      throw refusal('destinationTag', `The destination tag must be at most ${TAG_MAX}`);
    return { recipient, amount, ...(tag !== undefined && { tag }) };
  }
}
