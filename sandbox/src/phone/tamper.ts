import { Wallet } from 'xrpl';
import type { TxJson } from '../xaman/payload.js';
import { isSignIn } from '../xaman/transaction-types.js';
import type { SignOptions, TamperPart } from './sign-options.js';

const TF_PARTIAL_PAYMENT = 0x00020000;
const OTHER_CURRENCY = '4F54484552000000000000000000000000000000';

type Token = { currency: string; issuer: string; value: string };

/** Changes a transaction before it is signed, as a dishonest wallet would. A false signature is made later. */
export function tamperWith(transaction: TxJson, tamper: SignOptions['tamper']): TxJson {
  if (!tamper) return transaction;
  if (typeof tamper === 'object') return { ...transaction, ...tamper };
  const part = tamper === true ? worstPart(transaction) : tamper;
  switch (part) {
    case 'amount':
      return {
        ...transaction,
        ...onAmount(
          transaction,
          (value) => (value === '0.01' ? '0.02' : '0.01'),
          () => '1',
        ),
      };
    case 'currency':
      return { ...transaction, ...onToken(transaction, { currency: OTHER_CURRENCY }) };
    case 'issuer':
      return { ...transaction, ...onToken(transaction, { issuer: Wallet.generate().address }) };
    case 'destination':
      return { ...transaction, Destination: Wallet.generate().address };
    case 'memo':
      return {
        ...transaction,
        Memos: [{ Memo: { MemoData: Buffer.from('something else').toString('hex').toUpperCase() } }],
      };
    case 'flags':
      return { ...transaction, Flags: Number(transaction.Flags ?? 0) ^ TF_PARTIAL_PAYMENT };
    case 'limit':
      return { ...transaction, LimitAmount: { ...(transaction.LimitAmount as Token), value: '1' } };
    case 'signature':
      return transaction;
  }
}

/** Whether the signature itself is to be false. */
export const falsifiesSignature = (transaction: TxJson, tamper: SignOptions['tamper']): boolean =>
  tamper === 'signature' || (tamper === true && worstPart(transaction) === 'signature');

function worstPart(transaction: TxJson): TamperPart {
  if (transaction.Amount !== undefined) return 'amount';
  if (transaction.LimitAmount !== undefined) return 'limit';
  return isSignIn(transaction.TransactionType) && transaction.Memos ? 'memo' : 'signature';
}

function onAmount(transaction: TxJson, token: (value: string) => string, drops: () => string): Partial<TxJson> {
  const amount = transaction.Amount as Token | string;
  return { Amount: typeof amount === 'string' ? drops() : { ...amount, value: token(amount.value) } };
}

function onToken(transaction: TxJson, change: Partial<Token>): Partial<TxJson> {
  return { Amount: { ...(transaction.Amount as Token), ...change } };
}
