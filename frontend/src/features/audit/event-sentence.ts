import type { AuditEventView } from '@tknest/contracts/api';

type Data = Record<string, any>;

const SENTENCES: Record<string, (data: Data) => string> = {
  PaymentStarted: ({ amount, platformFee }) => `${amount} RLUSD and a fee of ${platformFee} are to be paid.`,
  TokenLineChecked: ({ line }) => `The holder's TKNEST line is ${String(line).replaceAll('-', ' ')}.`,
  LegPrepared: ({ leg, attempt, sequence }) => `The ${leg} transaction was built (attempt ${attempt}, sequence ${sequence}).`,
  SignatureRequested: ({ leg }) => `The wallet app was asked to sign the ${leg} transaction.`,
  LegSigned: ({ leg }) => `The ${leg} transaction was signed and checked.`,
  LegVoided: ({ leg, reason }) => `The ${leg} signature will not be used: ${reason}.`,
  PaymentSubmitted: ({ leg, ledgerIndex }) => `Submission of the ${leg} transaction began at ledger ${ledgerIndex}.`,
  LegValidated: ({ leg, ledgerIndex }) => `Ledger ${ledgerIndex} validated the ${leg} transaction.`,
  LegFailed: ({ leg, result, message }) => `The ${leg} transaction failed: ${message}${String(message).includes(result) ? '' : ` (${result})`}`,
  PaymentCompleted: () => 'The payment is settled.',
  PaymentFailed: ({ message }) => String(message),
  PaymentCancelled: ({ by }) => `Withdrawn by the ${by}.`,
  PaymentExpired: () => 'Nobody signed in time.',
  FeeLeftUnpaid: ({ reason }) => `The fee was left unpaid: ${reason}.`,
  LatePrincipalFound: ({ ledgerIndex }) => `The payment landed in ledger ${ledgerIndex} after it had ended.`,
  ListingCreated: ({ name, tokenCount, tokenPrice }) => `${name}: ${tokenCount} tokens at ${tokenPrice} RLUSD.`,
  TokensReserved: ({ tokens }) => `${tokens} tokens were reserved.`,
  ReservationReleased: ({ tokens, reason }) => `${tokens} tokens are free again (${reason}).`,
  TokensPurchased: ({ tokens, cost }) => `${tokens} tokens were sold for ${cost} RLUSD.`,
  KycDecided: ({ role, status, riskLevel }) => `Verified as ${role}: ${status}, risk ${riskLevel}.`,
  KycSubmitted: ({ role, documents }) => `An application as ${role} with ${documents?.length ?? 0} documents.`,
  NameScreened: ({ screening }) => `Screened against ${screening?.list}: ${screening?.outcome}.`,
  WalletSignedIn: ({ role }) => `Signed in as ${role}.`,
  TicketAssigned: ({ ticket, purpose }) => `Ticket ${ticket} belongs to ${purpose}.`,
  TicketsCreated: ({ tickets }) => `${tickets?.length ?? 0} tickets were created.`,
  LedgerIdentified: ({ network, ledgerIndex }) => `This log belongs to ${network}, first seen at ledger ${ledgerIndex}.`,
  WalletSignedOut: () => 'Signed out.',
  BusinessDateAdvanced: ({ from, to }) => `The business day moved from ${from} to ${to}.`,
  ContractAttached: ({ fileName, bytes }) => `The contract ${fileName} (${bytes} bytes) was attached.`,
  ListingFullyFunded: () => 'Every token is sold.',
  ListingClosed: ({ tokensSold, reason }) => `The listing was closed with ${tokensSold} tokens sold (${reason}).`,
  LateSignatureRecorded: ({ leg }) => `The ${leg} transaction was signed too late; it will not be submitted.`,
  PaymentRevived: () => 'Tokens were left, so the purchase goes on.',
  PayerPaymentOpened: ({ wallet }) => `${wallet} has an open payment.`,
  PayerPaymentClosed: ({ outcome }) => `The payer’s payment ended: ${outcome}.`,
  PlatformAccountMade: ({ name, address }) => `The account ${name} was made: ${address}.`,
  PlatformAccountStepDone: ({ step }) => `A step of the account’s set-up is done: ${String(step).replaceAll('-', ' ')}.`,
  LedgerReconciled: ({ account, fromLedger, toLedger, transactions, findings }) => `${account}: ${transactions} transactions of ledgers ${fromLedger} to ${toLedger} were compared, ${findings} findings.`,
  LogReconciled: ({ settled, matched, findings }) => `${settled} settled legs of the log were held to the ledger: ${matched} matched, ${findings} findings.`,
  EverythingReconciled: ({ fromLedger, toLedger, matched, findings }) => `Everything of ledgers ${fromLedger} to ${toLedger} was compared: ${matched} matched, ${findings} findings.`,
  RefundBegun: ({ refundId }) => `The owner began to pay it back with payment ${refundId}.`,
  PlatformTransactionSigned: ({ name, what, sequence }) => `The key of ${name} signed a ${what} (sequence ${sequence}).`,
  PayoutSettled: ({ wallet, amount, ledgerIndex }) => `${amount} RLUSD reached ${wallet} in ledger ${ledgerIndex}.`,
  CaseResolved: ({ resolution }) => `The case was resolved: ${String(resolution).replaceAll('-', ' ')}.`,
  CaseOpened: ({ summary }) => String(summary),
};

/** One sentence that says what happened; the data itself stands beside it. */
export function eventSentence({ type, data }: Pick<AuditEventView, 'type' | 'data'>): string {
  return SENTENCES[type]?.(data) ?? '';
}
