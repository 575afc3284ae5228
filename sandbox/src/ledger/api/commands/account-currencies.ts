import type { RippleState } from '../../state/entries.js';
import { compare, negate, parseNumber } from '../../state/token-number.js';
import { balanceOn, otherSide } from '../../state/trust-lines.js';
import { linesOf, ownerOf } from '../account-page.js';
import type { Command } from '../request.js';

/** account_currencies: the currencies that an account can receive and send. */
export const accountCurrencies: Command = (context) => {
  const { ledger, account } = ownerOf(context);
  const receive = new Set<string>();
  const send = new Set<string>();
  for (const { line, side } of linesOf(ledger.view, account)) {
    const balance = balanceOn(line, side);
    if (compare(balance, limit(line, side.limit)) < 0) receive.add(line.Balance.currency);
    if (compare(negate(balance), limit(line, otherSide(side).limit)) < 0) send.add(line.Balance.currency);
  }
  return { receive_currencies: [...receive].sort(), send_currencies: [...send].sort(), ...ledger.fields };
};

const limit = (line: RippleState, name: 'LowLimit' | 'HighLimit') => parseNumber(line[name].value);
