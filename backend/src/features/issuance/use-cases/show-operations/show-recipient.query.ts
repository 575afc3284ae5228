import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { TokenRecipientView } from '@tknest/contracts/api';
import { CURRENCY } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { tokensHeld } from '#features/investments/readers.public.js';
import { tokenLine } from '#features/payments/rules.public.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';

/** A wallet about to be issued tokens: its verification, trust line and balance; and the total issued to everybody. */
export class ShowRecipient extends Query<TokenRecipientView> {
  constructor(readonly wallet: string) {
    super();
  }
}

@QueryHandler(ShowRecipient)
export class ShowRecipientHandler implements IQueryHandler<ShowRecipient> {
  constructor(
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(DataSource) private readonly db: DataSource,
    private readonly accounts: PlatformAccounts,
    private readonly standing: ToldStanding,
  ) {}

  /** @throws LedgerUnavailable */
  async execute({ wallet }: ShowRecipient): Promise<TokenRecipientView> {
    const issuer = await this.accounts.address('issuer');
    const [verified, line, held, assigned, [unassigned]] = await Promise.all([
      this.standing.isVerified(wallet, 'any'),
      tokenLine({ ledger: this.ledger, accounts: this.accounts }, wallet, 1),
      this.ledger.line(wallet, issuer, CURRENCY.token),
      tokensHeld(wallet, this.db),
      this.db.query(
        `select coalesce(sum(tokens), 0) as by_all, coalesce(sum(tokens) filter (where recipient = $1), 0) as by_wallet
         from token_issuances where status = 'completed' and property_id is null`,
        [wallet],
      ),
    ]);
    return {
      walletAddress: wallet,
      verified,
      line,
      balance: held?.balance ?? '0',
      register: assigned.byWallet + Number(unassigned.by_wallet),
      issued: assigned.byAll + Number(unassigned.by_all),
    };
  }
}
