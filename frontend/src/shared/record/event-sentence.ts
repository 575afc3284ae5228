import type { AuditEventView } from '@tknest/contracts/api';
import { count, rlusd, tokens as tokensOf } from '../format/format';
import { ACCOUNT_NAMES } from './account-names';

type Data = Record<string, any>;

/** Decimal text of the log as people read it. */
const money = (amount: string) => `${rlusd(Number(amount), 'six')} RLUSD`;
const account = (name: string) => ACCOUNT_NAMES[name] ?? name;
const many = (number: number, what: string) => `${count(Number(number))} ${what}${Number(number) === 1 ? '' : 's'}`;
const a = (what: string) => `${/^[AEIOU]/i.test(what) ? 'an' : 'a'} ${what}`;

const PROVIDERS: Record<string, string> = { persona: 'Persona', sumsub: 'Sum&Substance' };

const SENTENCES: Record<string, (data: Data) => string> = {
  PaymentStarted: ({ amount, platformFee }) => `${money(amount)} and a fee of ${money(platformFee)} are to be paid.`,
  TokenLineChecked: ({ line }) => `The holder's TKNEST line is ${String(line).replaceAll('-', ' ')}.`,
  LegPrepared: ({ leg, attempt, sequence, transaction }) =>
    `The ${leg} transaction was built (attempt ${attempt}, ${sequence === 0 ? `ticket ${transaction?.TicketSequence}` : `sequence ${sequence}`}).`,
  SignatureRequested: ({ leg }) => `The wallet app was asked to sign the ${leg} transaction.`,
  LegSigned: ({ leg }) => `The ${leg} transaction was signed and checked.`,
  LegVoided: ({ leg, reason }) => `The ${leg} signature will not be used: ${reason}.`,
  PaymentSubmitted: ({ leg, ledgerIndex }) =>
    `Submission of the ${leg} transaction began at ledger ${count(ledgerIndex)}.`,
  LegValidated: ({ leg, ledgerIndex }) => `Ledger ${count(ledgerIndex)} validated the ${leg} transaction.`,
  LegHeld: ({ leg }) => `A transaction outside the log used the ticket of the ${leg} transaction: a person decides.`,
  LegFailed: ({ leg, result, message }) =>
    `The ${leg} transaction failed: ${message}${String(message).includes(result) ? '' : ` (${result})`}`,
  PaymentCompleted: () => 'The payment is settled.',
  PaymentFailed: ({ message }) => String(message),
  PaymentCancelled: ({ by }) => `Withdrawn by the ${by}.`,
  PaymentExpired: () => 'Nobody signed in time.',
  FeeLeftUnpaid: ({ reason }) => `The fee was left unpaid: ${reason}.`,
  LatePrincipalFound: ({ ledgerIndex }) => `The payment landed in ledger ${count(ledgerIndex)} after it had ended.`,
  ListingCreated: ({ name, tokenCount, tokenPrice }) => `${name}: ${tokensOf(tokenCount)} at ${money(tokenPrice)}.`,
  TokensReserved: ({ tokens }) => `${tokensOf(tokens)} reserved.`,
  ReservationReleased: ({ tokens, reason }) => `${tokensOf(tokens)} free again (${reason}).`,
  TokensPurchased: ({ tokens, cost }) => `${tokensOf(tokens)} sold for ${money(cost)}.`,
  KycDecided: ({ role, status, riskLevel }) => `Verified as ${role}: ${status}, risk ${riskLevel}.`,
  KycSubmitted: ({ role, documents }) => `An application as ${role} with ${many(documents?.length ?? 0, 'document')}.`,
  NameScreened: ({ screening }) => `Screened against ${screening?.list}: ${screening?.outcome}.`,
  PersonScreened: ({ role, list, outcome, hits }) =>
    `Screened as ${role} against ${list ? `${list.name} of ${list.published}` : 'no list'}: ${outcome}, ${many(hits?.length ?? 0, 'hit')}.`,
  ComplianceCaseOpened: ({ kind, risk }) => `A compliance case was opened (${kind}, risk ${risk}).`,
  ComplianceCaseViewed: ({ by, documentId, field }) =>
    field
      ? `${by} was shown one number of an applicant in full.`
      : documentId
        ? `${by} opened a document of a case.`
        : `${by} viewed the personal data of a case.`,
  DailyActCounted: ({ rlusd, tokens }) => `Counted under the day's caps: ${rlusd} RLUSD, ${tokens} TKNEST.`,
  DailyActReleased: () => 'It was not carried out, and is not counted under the day’s caps any more.',
  NameSearched: ({ by, found }) => `${by} searched for a person by name: ${many(found, 'wallet')} found.`,
  ApplicantAsked: ({ by }) => `${by} asked the applicant a question.`,
  ApplicantAnswered: ({ documents }) => `The applicant answered, with ${many(documents?.length ?? 0, 'document')}.`,
  ClearanceProposed: ({ by, hits }) => `${by} cleared ${many(hits?.length ?? 0, 'hit')}; a second person decides.`,
  ClearanceReturned: ({ by }) => `${by} did not agree yet and gave the case back to the first person.`,
  WalletsLinked: ({ by, wallet, other, ends }) =>
    `${by} linked ${wallet} with ${other} as one person's${ends ? `; the verifications of ${ends} ended` : ''}.`,
  WalletsSetApart: ({ by, wallet, other }) => `${by} set ${wallet} and ${other} apart as two persons'.`,
  WalletScreened: ({ wallet, list, hits }) =>
    hits?.length ? `${list?.name} names ${wallet}.` : `${list?.name} no longer names ${wallet}.`,
  HitsInherited: ({ wallet, from, hits }) =>
    `${many(hits?.length ?? 0, 'hit')} of ${from} against ${wallet} too: one person's wallets.`,
  ComplianceCaseDecided: ({ by, decision, hits }) =>
    `${by} decided the case: ${decision}, ${many(hits?.length ?? 0, 'hit')}.`,
  EverybodyScreened: ({ list, persons, personsWithNewHits }) =>
    `${many(persons, 'person')} compared with ${list?.name} of ${list?.published}: ${personsWithNewHits} with new hits.`,
  WalletSignedIn: ({ role }) => `Signed in as ${role}.`,
  TicketAssigned: ({ ticket, purpose }) => `Ticket ${ticket} belongs to ${purpose}.`,
  TicketsCreated: ({ tickets }) => `${many(tickets?.length ?? 0, 'ticket')} created.`,
  UnknownTransactionSettled: ({ name, what, how }) =>
    how === 'adopted'
      ? `A ${what} of ${name}, which the log did not know, was taken over from the ledger.`
      : `A ${what} of ${name} was acknowledged as made outside the platform.`,
  LedgerIdentified: ({ network, ledgerIndex }) =>
    `This log belongs to ${network}, first seen at ledger ${count(ledgerIndex)}.`,
  WalletSignedOut: () => 'Signed out.',
  SessionsEnded: ({ sessions, code }) =>
    `${sessions} open sessions were ended by ${code === 'own' ? 'their owner' : 'an admin'}.`,
  VerificationStarted: ({ role, provider }) => `A verification as ${role} began with ${PROVIDERS[provider]}.`,
  VerificationReported: ({ provider, status }) =>
    `${PROVIDERS[provider]} says: ${String(status).replaceAll('_', ' ')}.`,
  VerificationReviewed: ({ role, decision }) =>
    `An officer decided on the verification as ${role}: ${decision === 'clear' ? 'in order' : 'refused'}.`,
  DocumentScanned: ({ scan }) =>
    scan === 'unscanned'
      ? 'A document left quarantine: nothing looks for malware here any more.'
      : `A document was looked at for malware: ${scan}.`,
  VerificationExpiryNoticed: ({ role, days }) => `Told that the verification as ${role} ends in ${many(days, 'day')}.`,
  VerificationRevoked: ({ role }) => `The verification as ${role} was withdrawn.`,
  WalletSuspended: ({ code }) =>
    code === 'admin' ? 'The wallet was suspended.' : 'The wallet was suspended: a provider took back its approval.',
  WalletReinstated: () => 'The wallet is no longer suspended.',
  ErasureRequested: () => 'The person asked for the personal data to be erased.',
  PersonErased: ({ retainedUntil, redactions, discarded }) =>
    `The personal data was erased; what the law asks for is kept until ${retainedUntil}. ${many(redactions?.length ?? 0, 'provider verification')} to be redacted.${discarded ? ` ${many(discarded.length, 'proof')} of identity destroyed unseen.` : ''}`,
  RedactionConfirmed: ({ provider }) => `${PROVIDERS[provider]} confirmed that it has forgotten the person.`,
  RetentionEnded: () => 'What was kept of the erased person was destroyed.',
  RetainedViewed: ({ by, documentId }) =>
    documentId
      ? `${by} opened a document that is kept of the erased person.`
      : `${by} looked at what is kept of the erased person.`,
  BusinessDateAdvanced: ({ from, to }) => `The business day moved from ${from} to ${to}.`,
  ContractAttached: ({ bytes }) => `The rental contract (${bytes} bytes) was attached.`,
  ContractEnded: () => 'The loan is over: the rental contract was destroyed.',
  EscrowPosted: ({ kind, entries }) =>
    `Escrow books, ${String(kind).replaceAll('-', ' ')}: ${(entries ?? []).map((one: Data) => `${one.account} ${one.amount}`).join(', ')}.`,
  EscrowFollowed: ({ toLedger }) => `Everything that reached the escrow up to ledger ${count(toLedger)} is booked.`,
  PayoutLinesListed: ({ lines }) => `${many(lines?.length ?? 0, 'line')} of the payout were listed.`,
  PayoutRunStarted: ({ lines, total, fee }) =>
    `The payout of ${money(total)} to ${many(lines, 'holder')} began, with a fee of ${money(fee)}.`,
  PayoutWindowSigned: ({ attempts, lastLedgerSequence }) =>
    `${many(attempts?.length ?? 0, 'line')} signed, each on its own ticket, until ledger ${count(lastLedgerSequence)}.`,
  PayoutLineRefused: ({ wallet, result }) => `The ledger refused the line of ${wallet}: ${result}.`,
  PayoutLineAbsent: ({ wallet, reason }) => `The line of ${wallet} is in no ledger and can come into none: ${reason}.`,
  PayoutLineUnclaimed: ({ wallet, amount, reason }) =>
    `${money(amount)} stay owed to ${wallet}: ${String(reason).replaceAll('-', ' ')}.`,
  PayoutLineReturned: ({ amount, reason }) => `${money(amount)} went back to where they came from: ${reason}.`,
  PayoutLinesReopened: ({ wallets, reason }) => `${many(wallets?.length ?? 0, 'line')} are tried again: ${reason}.`,
  UnclaimedPaid: ({ amount, wallet }) => `${money(amount)} that were owed to ${wallet} have arrived.`,
  PayoutFeePaid: ({ amount }) => `The fee of ${money(amount)} reached the fee wallet.`,
  PayoutBatchDone: ({ settled, unclaimed }) =>
    `A batch is done: ${many(settled?.lines, 'line')} paid, ${many(unclaimed?.lines, 'line')} unclaimed.`,
  PayoutBatchReopened: () => 'A batch is open again.',
  PayoutRunPaused: ({ cause, reason }) => `The payout pauses (${String(cause).replaceAll('-', ' ')}): ${reason}.`,
  PayoutRunResumed: ({ reason }) => `The payout goes on: ${reason}.`,
  PayoutRunCompleted: ({ settled, unclaimed }) =>
    `The payout is complete: ${many(settled?.lines, 'line')} paid, ${many(unclaimed?.lines, 'line')} unclaimed.`,
  PayoutRunCreated: ({ amount, fee, period }) =>
    `A payout of ${money(amount)} for ${period} was funded, ${money(fee)} of it as the fee.`,
  ProposalMade: ({ by, summary }) => `${by} proposes, for a second person to approve: ${summary}`,
  ProposalSigned: () => 'The proposer has signed it in the own wallet.',
  ProposalApprovalAsked: ({ by }) => `The wallet of ${by} was asked to sign an approval.`,
  ProposalApproved: ({ by }) => `${by} has approved it with a signature.`,
  ProposalRefused: ({ by }) => `${by} has refused it, with a reason.`,
  ProposalWithdrawn: ({ by }) => `${by} has withdrawn it.`,
  ProposalExpired: () => 'Nobody approved it in time.',
  ProposalCarriedOut: ({ problem }) =>
    problem === null ? 'It was carried out.' : `It could not be carried out: ${problem}`,
  AdminPersonsListed: ({ persons }) => `The settings name ${many(persons?.length ?? 0, 'wallet')} of admins.`,
  ListingFullyFunded: () => 'Every token is sold.',
  ListingClosing: ({ reason, explanation }) =>
    `The sale has ended (${explanation ?? reason}). The listing is closed once no purchase is in flight.`,
  DeliveryChecked: ({ obstacle, until }) =>
    obstacle
      ? `The tokens cannot be issued: ${String(obstacle).replaceAll('-', ' ')}. Waiting until ${until}.`
      : 'Nothing is in the way of the tokens any more.',
  DeliveryWaitEnded: ({ because }) =>
    because === 'admin'
      ? 'An admin ended the wait for the wallet.'
      : 'The sale has ended: nobody waits for the wallet.',
  PrincipalOwedBack: ({ amount, dueOn }) =>
    `No tokens will be issued: the landlord owes ${money(amount)} back${dueOn ? `, due ${dueOn}` : ''}.`,
  OwedBackReleased: ({ dueOn }) => `The buyer's wallet was released: the payment is due back on ${dueOn}.`,
  NetworkFeeTooHigh: ({ feeDrops, ceilingDrops }) =>
    `The network asks ${count(Number(feeDrops))} drops for a transaction, more than ${count(Number(ceilingDrops))}: the request waits.`,
  ListingClosed: ({ tokensSold, reason, explanation }) =>
    `The listing was closed with ${tokensOf(tokensSold)} sold (${explanation ?? reason}).`,
  ListingHidden: ({ reason }) => `The listing was taken out of the marketplace: ${reason}.`,
  ListingShown: ({ reason }) => `The listing is back in the marketplace: ${reason}.`,
  LateSignatureRecorded: ({ leg }) => `The ${leg} transaction was signed too late; it will not be submitted.`,
  PaymentRevived: () => 'Tokens were left, so the purchase goes on.',
  PayerPaymentOpened: ({ wallet }) => `${wallet} has an open payment.`,
  PayerPaymentClosed: ({ outcome }) => `The payer’s payment ended: ${outcome}.`,
  PlatformAccountMade: ({ name, address }) => `The account of the ${account(name).toLowerCase()} was made: ${address}.`,
  PlatformAccountStepDone: ({ step }) =>
    `A step of the account’s set-up is done: ${String(step).replaceAll('-', ' ')}.`,
  LedgerReconciled: ({ account: name, fromLedger, toLedger, transactions, findings }) =>
    `${account(name)}: ${many(transactions, 'transaction')} of ledgers ${count(fromLedger)} to ${count(toLedger)} compared, ${many(findings, 'finding')}.`,
  LogReconciled: ({ settled, matched, findings }) =>
    `${many(settled, 'settled leg')} of the log held to the ledger: ${count(matched)} matched, ${many(findings, 'finding')}.`,
  EverythingReconciled: ({ fromLedger, toLedger, matched, findings }) =>
    `Everything of ledgers ${count(fromLedger)} to ${count(toLedger)} was compared: ${count(matched)} matched, ${many(findings, 'finding')}.`,
  RefundBegun: ({ refundId }) => `The owner began to pay it back with payment ${refundId}.`,
  PlatformTransactionSigned: ({ name, what, sequence }) =>
    `The key of the ${account(name).toLowerCase()} signed ${a(what)} (sequence ${sequence}).`,
  PayoutSettled: ({ wallet, amount, ledgerIndex }) =>
    `${money(amount)} reached ${wallet} in ledger ${count(ledgerIndex)}.`,
  ParkedEventsReleased: ({ consumer, released, stuck }) =>
    `An admin let ${String(consumer)} take ${many(released, 'event')} that it had set aside; ${many(stuck, 'lane')} still cannot go on.`,
  CaseResolved: ({ resolution }) => `The case was resolved: ${String(resolution).replaceAll('-', ' ')}.`,
  AccountTransactionsBegun: ({ name, ledgerIndex, transactions }) =>
    `${many(transactions?.length ?? 0, 'transaction')} of the ${account(name).toLowerCase()} began at ledger ${count(ledgerIndex)}.`,
  AccountTransactionConcluded: ({ name, what, result, ledgerIndex }) =>
    `${account(name)}: ${a(String(what))} ended with ${result}${ledgerIndex ? ` in ledger ${count(ledgerIndex)}` : ''}.`,
  TicketBurned: ({ ticket, purpose }) => `Ticket ${ticket} of ${purpose} was used up without its purpose.`,
  TicketReleased: ({ ticket, purpose, reason }) => `Ticket ${ticket} of ${purpose} is free again: ${reason}.`,
  ExtraFeeFound: ({ delivered, ledgerIndex }) =>
    `A fee of ${money(delivered)} arrived once more, in ledger ${count(ledgerIndex)}.`,
  ExtraPrincipalFound: ({ delivered, ledgerIndex }) =>
    `${money(delivered)} arrived once more at the owner, in ledger ${count(ledgerIndex)}.`,
  FeeRefundOrdered: ({ reason }) => `An admin sends the fee back: ${reason}`,
  ProgramGeneration: ({ generation, program }) =>
    `Programs of generation ${generation} write from here on (${program}).`,
  LoanOpened: ({ principal, termMonths, annualRate, monthlyPayment, firstDueDate }) =>
    `A loan of ${money(principal)} began: ${many(termMonths, 'month')} at ${annualRate} %, ${money(monthlyPayment)} a month, first due on ${firstDueDate}.`,
  DueDayMoved: ({ dueDay, firstDueDate }) => `The loan falls due on day ${dueDay}, first on ${firstDueDate}.`,
  InstalmentFellDue: ({ number, dueDate, interest, principal }) =>
    `Instalment ${number} fell due on ${dueDate}: ${money(interest)} interest, ${money(principal)} principal.`,
  RepaymentBegun: ({ amount, to, quote }) =>
    `The owner began to repay ${money(amount)} ${to === 'holder' ? 'to the only holder' : 'through the escrow'}${quote ? ', which pays the loan off' : ''}.`,
  RepaymentAbandoned: ({ reason }) => `A repayment came to nothing: ${reason}.`,
  RepaymentDeposited: ({ amount }) => `${money(amount)} was kept as the owner’s deposit.`,
  RepaymentReceived: ({ amount, source, date }) => `${money(amount)} was repaid on ${date} (${source}).`,
  RepaymentAllocated: ({ interest, principal, balance }) =>
    `${money(interest)} of it is interest, ${money(principal)} principal; ${money(balance)} is still owed.`,
  LoanInArrears: ({ dueDate, amount }) => `${money(amount)} due on ${dueDate} is in arrears.`,
  CollectionClaimed: ({ dueDate, amount, missing }) =>
    `The deposit lacks ${money(missing)} of the ${money(amount)} due on ${dueDate}: nothing was collected.`,
  LoanPaidOff: ({ date }) => `The loan was paid off on ${date}.`,
  RedemptionNoticed: ({ redeemableFrom }) => `The owner gave notice: redemption is possible from ${redeemableFrom}.`,
  AutopaySet: ({ enabled }) => `The owner turned autopay ${enabled ? 'on' : 'off'}.`,
  RentAutomationSet: ({ enabled, monthlyRentAmount, payoutDay, feeBps, feeFrom }) =>
    enabled
      ? `Rent automation collects up to ${money(monthlyRentAmount)} on day ${payoutDay}, at a fee of ${feeBps / 100} % from ${feeFrom}.`
      : 'Rent automation was ended.',
  NotificationSent: ({ kind, audience }) =>
    `Told ${(audience ?? []).join(' and ')}: ${String(kind).replaceAll('-', ' ')}.`,
  BusinessDayBegun: ({ date }) => `The work of ${date} began.`,
  BusinessDayCompleted: ({ date }) => `Everything of ${date} is done.`,
  TokenIssuanceOrdered: ({ tokens, recipient, source }) =>
    `${tokensOf(tokens)} are to be issued to ${recipient} by ${source === 'hand' ? 'an admin’s hand' : 'automation'}.`,
  TokenIssuanceSubmitted: ({ step, attempt, ticket, ledgerIndex }) =>
    `${step === 'issue' ? 'The issuance' : 'The authorisation of the holder’s line'} was signed (attempt ${attempt}, ticket ${ticket}) after ledger ${count(ledgerIndex)}.`,
  TokenIssuanceConcluded: ({ step, result, ledgerIndex }) =>
    `${step === 'issue' ? 'The issuance' : 'The authorisation'} ended with ${result}${ledgerIndex ? ` in ledger ${count(ledgerIndex)}` : ''}.`,
  TokensIssued: ({ tokens, recipient, ledgerIndex }) =>
    `${tokensOf(tokens)} reached ${recipient} in ledger ${count(ledgerIndex)}; they wait for a property.`,
  TokenIssuanceFailed: ({ message }) => `No tokens were issued: ${message}.`,
  TokenIssuanceAssigned: ({ tokens, propertyId }) =>
    `${tokensOf(tokens)} now stand in the register of property ${propertyId}.`,
  PaymentCounted: ({ propertyId }) => `The payment counts as the price of tokens of property ${propertyId}.`,
  TokenRedemptionOrdered: ({ tokens, holder, propertyId }) =>
    `The loan of property ${propertyId} is paid off: ${tokensOf(tokens)} of ${holder} are to be taken back.`,
  TokenRedemptionSubmitted: ({ attempt, ticket, ledgerIndex }) =>
    `The clawback was signed (attempt ${attempt}, ticket ${ticket}) after ledger ${count(ledgerIndex)}.`,
  TokenRedemptionConcluded: ({ result, ledgerIndex }) =>
    `The clawback ended with ${result}${ledgerIndex ? ` in ledger ${count(ledgerIndex)}` : ''}.`,
  TokensRedeemed: ({ tokens, wallet, ledgerIndex }) =>
    `${tokensOf(tokens)} of ${wallet} came to their end in ledger ${count(ledgerIndex)}.`,
  AnchorOrdered: ({ position }) =>
    `The log up to position ${count(position)} is to be written onto the ledger, by the hash of its last event.`,
  AnchorSubmitted: ({ attempt, ticket, ledgerIndex }) =>
    `The anchor was signed (attempt ${attempt}, ticket ${ticket}) after ledger ${count(ledgerIndex)}.`,
  AnchorConcluded: ({ result, ledgerIndex }) =>
    ledgerIndex
      ? `The anchor stands in ledger ${count(ledgerIndex)} with ${result}.`
      : `The anchor came into no ledger: ${result}.`,
  AutoIssuanceConfigured: ({ enabled, defaultTokenAmount, minimumInvestmentThreshold, requiresBothPartiesKyc }) =>
    enabled
      ? `Direct payments from ${money(minimumInvestmentThreshold)} are answered with ${tokensOf(defaultTokenAmount)}, ${requiresBothPartiesKyc ? 'where both parties are verified' : 'verified or not'}.`
      : 'Automatic issuance is off.',
  AutoIssuanceSkipped: ({ message }) => `The payment was not answered with tokens: ${message}.`,
  TrustLineRequested: ({ wallet, limit }) => `${wallet} was asked to sign an RLUSD trust line up to ${money(limit)}.`,
  TrustLineSigned: ({ sequence }) => `The trust line was signed and checked (sequence ${sequence}).`,
  TrustLineSet: ({ wallet, limit, ledgerIndex }) =>
    `${wallet} can hold up to ${money(limit)} from ledger ${count(ledgerIndex)} on.`,
  TrustLineRequestEnded: ({ message }) => String(message),
  CaseOpened: ({ summary }) => String(summary),
};

/** One sentence that says what happened; the data itself stands beside it. */
export function eventSentence({ type, data }: Pick<AuditEventView, 'type' | 'data'>): string {
  return SENTENCES[type]?.(data) ?? '';
}
