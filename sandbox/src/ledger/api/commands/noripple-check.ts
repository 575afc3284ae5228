import { feesOf, existingAccount } from '../../state/accounts.js';
import { ACCOUNT_FLAG, hasFlag } from '../../state/flags.js';
import { linesOf, ownerOf } from '../account-page.js';
import { invalidField, missingField } from '../errors.js';
import { isTrue, limitParam } from '../params.js';
import type { Answer, Command } from '../request.js';

const PAGE = 300;
const SET_NO_RIPPLE = 0x00020000;
const CLEAR_NO_RIPPLE = 0x00040000;
const DEFAULT_RIPPLE = 8;

/** noripple_check: whether an account's rippling settings suit its role, and transactions that would fix them. */
export const noRippleCheck: Command = (context) => {
  const { params } = context;
  if (params['account'] === undefined) throw missingField('account');
  if (params['role'] === undefined) throw missingField('role');
  if (params['role'] !== 'gateway' && params['role'] !== 'user') throw invalidField('role');
  const isGateway = params['role'] === 'gateway';
  const limit = limitParam(params, PAGE);
  const { ledger, account } = ownerOf(context);
  const root = existingAccount(ledger.view, account);
  const problems: string[] = [];
  const transactions: Answer[] = [];
  const suggest = (tx: Answer): void =>
    void transactions.push({
      Account: account,
      Fee: feesOf(ledger.view).base.toString(),
      Sequence: root.Sequence + transactions.length,
      ...tx,
    });
  const ripples = hasFlag(root, ACCOUNT_FLAG.defaultRipple);
  if (ripples && !isGateway)
    problems.push(
      'You appear to have set your default ripple flag even though you are not a gateway. This is not recommended unless you are experimenting',
    );
  if (!ripples && isGateway) {
    problems.push('You should immediately set your default ripple flag');
    suggest({ TransactionType: 'AccountSet', SetFlag: DEFAULT_RIPPLE });
  }
  for (const { line, side, peer } of linesOf(ledger.view, account)) {
    if (problems.length >= limit) break;
    const noRipple = hasFlag(line, side.flag.noRipple);
    if (noRipple !== isGateway) continue;
    const { currency, value } = line[side.limit];
    problems.push(
      `You should ${isGateway ? 'clear' : 'probably set'} the no ripple flag on your ${currency} line to ${peer}`,
    );
    suggest({
      TransactionType: 'TrustSet',
      Flags: isGateway ? CLEAR_NO_RIPPLE : SET_NO_RIPPLE,
      LimitAmount: { currency, issuer: peer, value },
    });
  }
  return { problems, ...(isTrue(params['transactions']) && { transactions }), ...ledger.fields };
};
