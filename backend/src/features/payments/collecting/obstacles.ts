/** Wallet settings that would block a payment or its tokens, each with what the holder can do about it. */
import type { DeliveryObstacle } from '@tknest/contracts/events';
import { parseLedgerValue, parseRlusd } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { hasFlag, QUALITY_ONE, type LineFacts } from '#platform/ledger/ledger-port.js';
import type { Payment } from '../payment.state.js';
import type { Obstacle, PaymentPorts } from './ports.js';

export type LedgerPorts = Pick<PaymentPorts, 'store' | 'ledger' | 'accounts' | 'settings' | 'paidTo' | 'refused'>;

/** Wallet settings that refuse tokens from any sender that is not preauthorized, even from the tokens' issuer. */
const REFUSING: Partial<Record<DeliveryObstacle, { setting: string; what: string; help: string }>> = {
  'deposit-auth': {
    setting: 'DepositAuth',
    what: 'takes payments from approved senders only (DepositAuth)',
    help: 'Turn DepositAuth off in your wallet app, or preauthorize the token issuer, and start again.',
  },
  'destination-tag': {
    setting: 'RequireDestTag',
    what: 'takes payments with a destination tag only (RequireDestTag)',
    help: 'Turn off "require destination tag" in your wallet app and start again.',
  },
  'line-quality': {
    setting: 'QualityIn',
    what: 'has a trust line for TKNEST that does not take tokens at face value (QualityIn, QualityOut)',
    help: 'Set QualityIn and QualityOut of your TKNEST trust line to 0 and start again.',
  },
};

/** A setting of the payer that would refuse the tokens, as named in the refusal of the purchase. */
export function refusingSetting(obstacle: DeliveryObstacle | null, wallet: string) {
  const refusing = obstacle && REFUSING[obstacle];
  if (!refusing) return null;
  const { setting, what, help } = refusing;
  return {
    code: `wallet-${obstacle}`,
    message: `Your wallet ${what}. No money moved. ${help}`,
    obstacles: [{ setting, wallet, help } satisfies Obstacle],
  };
}

/** Whether the payer's account and TKNEST trust line can take the tokens of a purchase. */
export interface Look {
  line: NonNullable<Payment['line']>;
  obstacle: DeliveryObstacle | null;
}

/**
 * Whether tokens that the issuer sends now would arrive, as of the last validated ledger. Freezes do not stop an
 * issuance (rippled's `DirectStep` lets a pure issue pass), but nothing is issued to a line that the issuer froze.
 * @throws LedgerUnavailable
 */
export async function lookAtReceiver(
  { ledger, accounts }: Pick<LedgerPorts, 'ledger' | 'accounts'>,
  payer: string,
  tokens: number,
): Promise<Look> {
  const issuer = await accounts.address('issuer');
  const facts = await ledger.line(payer, issuer, CURRENCY.token);
  const line = lineOf(facts, tokens);
  const account = await ledger.account(payer);
  if (!account) return { line, obstacle: 'account-deleted' };
  if (hasFlag(account, 'requireDestTag')) return { line, obstacle: 'destination-tag' };
  if (hasFlag(account, 'depositAuth') && !(await ledger.depositAuthorized(issuer, payer)))
    return { line, obstacle: 'deposit-auth' };
  const { qualityIn = QUALITY_ONE, qualityOut = QUALITY_ONE } = facts ?? {};
  if (qualityIn !== QUALITY_ONE || qualityOut !== QUALITY_ONE) return { line, obstacle: 'line-quality' };
  return { line, obstacle: OF_LINE[line] };
}

const OF_LINE: Record<Look['line'], DeliveryObstacle | null> = {
  missing: 'line-missing',
  'too-small': 'line-limit',
  frozen: 'line-frozen',
  unauthorised: null,
  ready: null,
};

function lineOf(line: LineFacts | null, tokens: number): Look['line'] {
  if (!line) return 'missing';
  if (parseLedgerValue(line.limit) - parseLedgerValue(line.balance) < parseRlusd(tokens)) return 'too-small';
  if (line.frozen) return 'frozen';
  return line.authorized ? 'ready' : 'unauthorised';
}

/** The payer's TKNEST line, as a purchase of `tokens` needs it. @throws LedgerUnavailable */
export async function tokenLine(
  { ledger, accounts }: Pick<LedgerPorts, 'ledger' | 'accounts'>,
  payer: string,
  tokens: number,
): Promise<Look['line']> {
  return lineOf(await ledger.line(payer, await accounts.address('issuer'), CURRENCY.token), tokens);
}
