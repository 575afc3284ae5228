import { expect, it } from '@jest/globals';
import { CarryOutBulkHandler } from '#features/bulk/use-cases/carry-out/bulk.command.js';
import { IssueTokensHandler } from '#features/issuance/use-cases/issue-tokens/issue-tokens.command.js';
import { AskedHere } from '#test/support/asked-here.js';
import { WithdrawRevenueHandler } from '../withdraw-revenue/withdraw-revenue.command.js';
import { PayFromFloatHandler } from './pay-from-float.command.js';

const session = { id: 'digest', wallet: 'rAda', role: 'admin' };
const nothing = {} as never;

it.each(['pay-from-float', 'withdraw-revenue', 'issue-tokens', 'carry-out-bulk'])(
  '%s is refused where it takes two people, whoever put the request there',
  async (kind) => {
    const asked = new AskedHere();
    const config = { fourEyes: true } as never;
    void new PayFromFloatHandler(nothing, nothing, nothing, asked.requests, config);
    void new WithdrawRevenueHandler(nothing, nothing, nothing, asked.requests, nothing, config);
    void new IssueTokensHandler(nothing, nothing, nothing, nothing, asked.requests, config);
    const others = [nothing, nothing, nothing, nothing, nothing] as const;
    void new CarryOutBulkHandler(nothing, nothing, config, ...others, asked.requests);
    const order = { session, recipient: 'rEve', amount: '1', tokens: 1 };
    await expect(asked.askedByWeb(kind, order)).rejects.toThrow(/two people/);
  },
);
