import type { AuditEventView } from '@tknest/contracts/api';
import { count, rlusd, tokens as tokensOf } from '../format/format';

/** Display names of the platform's accounts, and of other subjects of reconciliation. */
export const ACCOUNT_NAMES: Record<string, string> = {
  issuer: 'Token issuer',
  feeWallet: 'Fee wallet',
  payoutEscrow: 'Payout escrow',
  purchases: 'Investors and landlords',
  log: 'Settled in the event log',
  balances: 'Balances',
};

type Data = Record<string, any>;

/** Decimal text of the log in display format. */
const money = (amount: string) => `${rlusd(Number(amount), 'six')} RLUSD`;
const xrp = (drops: string) => `${Number(drops) / 1_000_000} XRP`;
const KEY_STEPS: Record<string, string> = {
  made: 'a new regular key was created',
  begun: 'the change of the regular key started',
  set: 'the ledger has the new regular key',
  done: 'the change of the regular key is complete and the master key is disabled',
};
const PREVENTED_BY: Record<string, string> = {
  'global-freeze': 'the issuer of RLUSD has frozen all transfers',
  'transfer-fee': 'the issuer of RLUSD charges a fee on every transfer',
  'escrow-freeze': 'the issuer of RLUSD has frozen the payout escrow',
  'wallet-freeze': 'the issuer of RLUSD has frozen the landlord’s wallet',
};
const account = (name: string) => ACCOUNT_NAMES[name] ?? name;
const many = (number: number, what: string) => `${count(Number(number))} ${what}${Number(number) === 1 ? '' : 's'}`;
const inLedger = (index: number | null) => (index ? ` in ledger ${count(index)}` : '');
const a = (what: string) => `${/^[AEIOU]/i.test(what) ? 'an' : 'a'} ${what}`;

const PROVIDERS: Record<string, string> = { persona: 'Persona', sumsub: 'Sum&Substance' };

const SENTENCES: Record<string, (data: Data) => string> = {
  PaymentStarted: ({ amount, platformFee }) =>
    `A payment of ${money(amount)} with a fee of ${money(platformFee)} was started.`,
  TokenLineChecked: ({ line }) => `The holder's TKNEST line is ${String(line).replaceAll('-', ' ')}.`,
  LegPrepared: ({ leg, attempt, sequence, transaction }) =>
    `The ${leg} transaction was built (attempt ${attempt}, ` +
    `${sequence === 0 ? `ticket ${transaction?.TicketSequence}` : `sequence ${sequence}`}).`,
  SignatureRequested: ({ leg }) => `The wallet app was asked to sign the ${leg} transaction.`,
  LegSigned: ({ leg }) => `The ${leg} transaction was signed and checked.`,
  LegVoided: ({ leg, reason }) => `The ${leg} signature will not be used: ${reason}.`,
  PaymentSubmitted: ({ leg, ledgerIndex }) =>
    `Submission of the ${leg} transaction began at ledger ${count(ledgerIndex)}.`,
  LegValidated: ({ leg, ledgerIndex }) => `Ledger ${count(ledgerIndex)} validated the ${leg} transaction.`,
  LegHeld: ({ leg }) =>
    `A transaction outside the event log used the ticket of the ${leg} transaction: an officer must decide.`,
  LegFailed: ({ leg, result, message }) =>
    `The ${leg} transaction failed: ${message}${String(message).includes(result) ? '' : ` (${result})`}`,
  PaymentCompleted: () => 'The payment is settled.',
  PaymentFailed: ({ message }) => String(message),
  PaymentCancelled: ({ by }) => `Canceled by the ${by}.`,
  PaymentExpired: () => 'The request was not signed in time.',
  FeeLeftUnpaid: ({ reason }) => `The fee was left unpaid: ${reason}.`,
  PrincipalProvedAbsent: () => 'The signed payment can reach no ledger any more.',
  OwedFeePaid: ({ ledgerIndex }) => `The owed fee was paid in ledger ${count(ledgerIndex)}.`,
  FeeWaived: () => 'Two people decided that the fee is not owed.',
  LatePrincipalFound: ({ ledgerIndex }) => `The payment reached ledger ${count(ledgerIndex)} after it had ended.`,
  ListingCreated: ({ name, tokenCount, tokenPrice }) => `${name}: ${tokensOf(tokenCount)} at ${money(tokenPrice)}.`,
  TokensReserved: ({ tokens }) => `${tokensOf(tokens)} reserved.`,
  ReservationReleased: ({ tokens, reason }) => `${tokensOf(tokens)} available again (${reason}).`,
  TokensPurchased: ({ tokens, cost }) => `${tokensOf(tokens)} sold for ${money(cost)}.`,
  KycDecided: ({ role, status, riskLevel }) => `Decision on the verification as ${role}: ${status}, risk ${riskLevel}.`,
  KycSubmitted: ({ role, documents }) => `Applied as ${role} with ${many(documents?.length ?? 0, 'document')}.`,
  PersonScreened: ({ role, list, outcome, hits }) =>
    `Screened as ${role} against ${list ? `${list.name} of ${list.published}` : 'no list'}: ` +
    `${outcome}, ${many(hits?.length ?? 0, 'hit')}.`,
  ComplianceCaseOpened: ({ kind, risk }) => `A compliance case was opened (${kind}, risk ${risk}).`,
  ComplianceCaseViewed: ({ by, documentId, field, exported }) =>
    exported
      ? `${by} exported the file of a case.`
      : field
        ? `${by} viewed one number of an applicant in full.`
        : documentId
          ? `${by} opened a document of a case.`
          : `${by} viewed the personal data of a case.`,
  ComplianceCaseAssigned: ({ by, to }) =>
    to === null ? `${by} returned the case to the queue.` : `${by} assigned the case to ${to}.`,
  ComplianceCaseNoted: ({ by }) => `${by} added a note to the case.`,
  DailyActCounted: ({ rlusd, tokens }) => `Counted toward the daily caps: ${rlusd} RLUSD, ${tokens} TKNEST.`,
  DailyActReleased: () => 'It was not carried out and no longer counts toward the daily caps.',
  NameSearched: ({ by, found }) => `${by} searched for a person by name: ${many(found, 'wallet')} found.`,
  ApplicantAsked: ({ by }) => `${by} asked the applicant a question.`,
  ApplicantAnswered: ({ documents }) => `The applicant answered, with ${many(documents?.length ?? 0, 'document')}.`,
  ClearanceProposed: ({ by, hits }) => `${by} cleared ${many(hits?.length ?? 0, 'hit')}; a second person decides.`,
  ClearanceReturned: ({ by }) => `${by} returned the case to the first person.`,
  WalletsLinked: ({ by, wallet, other, ends }) =>
    `${by} linked ${wallet} and ${other} as one person's wallets${ends ? `; the verifications of ${ends} ended` : ''}.`,
  WalletsSetApart: ({ by, wallet, other }) => `${by} separated ${wallet} and ${other} as wallets of two people.`,
  WalletScreened: ({ wallet, list, hits, attempt }) =>
    attempt
      ? `${attempt.by} asked to send ${attempt.amount} ${attempt.currency} to ${wallet}, which ${list?.name} names, and was refused.`
      : hits?.length
        ? `${list?.name} names ${wallet}.`
        : `${list?.name} no longer names ${wallet}.`,
  HitsInherited: ({ wallet, from, hits }) =>
    `${many(hits?.length ?? 0, 'hit')} of ${from} also applied to ${wallet}, a wallet of the same person.`,
  ComplianceCaseDecided: ({ by, decision, hits }) =>
    `${by} decided the case: ${decision}, ${many(hits?.length ?? 0, 'hit')}.`,
  EverybodyScreened: ({ list, persons, personsWithNewHits }) =>
    `${many(persons, 'person')} compared with ${list?.name} of ${list?.published}: ` +
    `${personsWithNewHits} with new hits.`,
  WalletSignedIn: ({ role }) => `Signed in as ${role}.`,
  TicketAssigned: ({ ticket, purpose }) => `Ticket ${ticket} belongs to ${purpose}.`,
  TicketsCreated: ({ tickets }) => `${many(tickets?.length ?? 0, 'ticket')} created.`,
  UnknownTransactionSettled: ({ name, what, how }) =>
    how === 'adopted'
      ? `A ${what} of ${name} that was missing from the event log was adopted from the ledger.`
      : `A ${what} of ${name} was acknowledged as made outside the platform.`,
  LedgerIdentified: ({ network, ledgerIndex }) =>
    `This event log belongs to ${network}, first seen at ledger ${count(ledgerIndex)}.`,
  WalletSignedOut: () => 'Signed out.',
  SessionsEnded: ({ sessions, code }) =>
    `${many(sessions, 'open session')} ended by ${code === 'own' ? 'the user' : 'an admin'}.`,
  RegularKeySeen: ({ key }) => (key ? `Ledger nodes name the regular key ${key}.` : 'The regular key was removed.'),
  VerificationStarted: ({ role, provider }) => `A verification as ${role} began with ${PROVIDERS[provider]}.`,
  VerificationReported: ({ provider, status }) =>
    `${PROVIDERS[provider]} says: ${String(status).replaceAll('_', ' ')}.`,
  VerificationReviewed: ({ role, decision }) =>
    `An officer decided on the verification as ${role}: ${decision === 'clear' ? 'in order' : 'refused'}.`,
  DocumentScanned: ({ scan }) =>
    scan === 'unscanned'
      ? 'A document left quarantine unscanned: no malware scanner is set up anymore.'
      : `A document was scanned for malware: ${scan}.`,
  VerificationExpiryNoticed: ({ role, days }) =>
    `Notified that the verification as ${role} ends in ${many(days, 'day')}.`,
  VerificationRevoked: ({ role }) => `The verification as ${role} was withdrawn.`,
  WalletSuspended: ({ code }) =>
    code === 'admin'
      ? 'The wallet was suspended.'
      : 'The wallet was suspended because a provider withdrew its approval.',
  WalletReinstated: () => 'The wallet is no longer suspended.',
  ErasureRequested: () => 'The person asked for the personal data to be erased.',
  ErasureScheduled: ({ notBefore }) => `The personal data will be erased on ${String(notBefore).slice(0, 10)}.`,
  ErasureStopped: ({ by }) => (by === 'person' ? 'The person stopped the erasure.' : 'The office stopped the erasure.'),
  PersonErased: ({ retainedUntil, redactions, discarded }) =>
    `The personal data was erased; what the law requires is kept until ${retainedUntil}. ` +
    `${many(redactions?.length ?? 0, 'provider verification')} to be redacted.` +
    (discarded ? ` ${many(discarded.length, 'proof')} of identity destroyed without being opened.` : ''),
  RedactionConfirmed: ({ provider }) => `${PROVIDERS[provider]} confirmed that it deleted the person’s data.`,
  RetentionEnded: () => 'The retained data of the erased person was destroyed.',
  RetainedViewed: ({ by, documentId }) =>
    documentId
      ? `${by} opened a retained document of the erased person.`
      : `${by} viewed the retained data of the erased person.`,
  ResidenceViewed: ({ by }) => `${by} was shown where the person lives, in the list of unclaimed money.`,
  BusinessDateAdvanced: ({ from, to }) => `The business day moved from ${from} to ${to}.`,
  ContractAttached: ({ bytes }) => `The rental contract (${bytes} bytes) was attached.`,
  ContractFileDestroyed: () => 'The loan is over: the rental contract was destroyed.',
  EscrowPosted: ({ kind, entries }) =>
    `Escrow books, ${String(kind).replaceAll('-', ' ')}: ` +
    `${(entries ?? []).map((one: Data) => `${one.account} ${one.amount}`).join(', ')}.`,
  FeesPosted: ({ kind, entries }) =>
    `Fee wallet’s books, ${String(kind).replaceAll('-', ' ')}: ` +
    `${(entries ?? []).map((one: Data) => `${one.account} ${one.amount}`).join(', ')}.`,
  FeesFollowed: ({ toLedger }) => `Everything that reached the fee wallet up to ledger ${count(toLedger)} is recorded.`,
  EscrowFollowed: ({ toLedger }) => `Everything that reached the escrow up to ledger ${count(toLedger)} is recorded.`,
  PayoutLinesListed: ({ lines }) => `Listed ${many(lines?.length ?? 0, 'line')} of the payout.`,
  PayoutRunStarted: ({ lines, total, fee }) =>
    `The payout of ${money(total)} to ${many(lines, 'holder')} began, with a fee of ${money(fee)}.`,
  PayoutWindowSigned: ({ attempts, lastLedgerSequence }) =>
    `${many(attempts?.length ?? 0, 'line')} signed, each on its own ticket, until ledger ${count(lastLedgerSequence)}.`,
  PayoutLineRefused: ({ wallet, result }) => `The ledger refused the line of ${wallet}: ${result}.`,
  PayoutLineAbsent: ({ wallet, reason }) =>
    `The line of ${wallet} is in no ledger and can no longer enter one: ${reason}.`,
  PayoutLineUnclaimed: ({ wallet, amount, reason }) =>
    `${money(amount)} stays owed to ${wallet}: ${String(reason).replaceAll('-', ' ')}.`,
  PayoutLineReturned: ({ amount, reason }) => `${money(amount)} was returned to its source: ${reason}.`,
  PayoutLinesReopened: ({ wallets, reason }) => `${many(wallets?.length ?? 0, 'line')} will be retried: ${reason}.`,
  UnclaimedAged: ({ amount, wallet, days, since }) =>
    `${money(amount)} of ${wallet} is unclaimed for ${days} days, since ${since}.`,
  UnclaimedPaid: ({ amount, wallet }) => `${money(amount)} owed to ${wallet} has arrived.`,
  PayoutFeePaid: ({ amount }) => `The fee of ${money(amount)} reached the fee wallet.`,
  PayoutBatchDone: ({ settled, unclaimed }) =>
    `A batch is complete: ${many(settled?.lines, 'line')} paid, ${many(unclaimed?.lines, 'line')} unclaimed.`,
  PayoutBatchReopened: () => 'A batch is open again.',
  PayoutRunPaused: ({ cause, reason }) => `The payout paused (${String(cause).replaceAll('-', ' ')}): ${reason}.`,
  PayoutRunResumed: ({ reason }) => `Payout resumed: ${reason}.`,
  PayoutRunCompleted: ({ settled, unclaimed }) =>
    `The payout is complete: ${many(settled?.lines, 'line')} paid, ${many(unclaimed?.lines, 'line')} unclaimed.`,
  PayoutRunCreated: ({ amount, fee, period }) =>
    `A payout of ${money(amount)} for ${period} was funded; ${money(fee)} of it is the fee.`,
  ProposalMade: ({ by, summary }) => `${by} proposed, for a second person to approve: ${summary}`,
  ProposalSigned: () => 'The proposer signed it.',
  ProposalSignatureAsked: ({ by, does }) =>
    `The wallet of ${by} was asked to sign ${does === 'propose' ? 'a proposal' : 'an approval'}.`,
  ProposalApproved: ({ by }) => `${by} approved and signed it.`,
  ProposalRefused: ({ by }) => `${by} refused it and gave a reason.`,
  ProposalWithdrawn: ({ by }) => `${by} withdrew it.`,
  ProposalExpired: () => 'It was not approved in time.',
  ProposalCarriedOut: ({ problem }) =>
    problem === null ? 'It was carried out.' : `Carrying it out failed: ${problem}`,
  AdminPersonsListed: ({ persons }) => `The settings name ${many(persons?.length ?? 0, 'admin wallet')}.`,
  ListingFullyFunded: () => 'Every token is sold.',
  ListingClosing: ({ reason, explanation }) =>
    `The sale has ended (${explanation ?? reason}). The listing closes once no purchases are in progress.`,
  DeliveryChecked: ({ obstacle, until }) =>
    obstacle
      ? `The tokens cannot be issued: ${String(obstacle).replaceAll('-', ' ')}. Waiting until ${until}.`
      : 'The tokens can be issued now.',
  DeliveryWaitEnded: ({ because }) =>
    because === 'admin'
      ? 'An admin ended the wait for the wallet.'
      : 'The sale has ended, so the wait for the wallet is over.',
  PrincipalOwedBack: ({ amount, dueOn }) =>
    `No tokens will be issued: the landlord owes ${money(amount)} back${dueOn ? `, due ${dueOn}` : ''}.`,
  OwedBackReleased: ({ dueOn }) => `The buyer's wallet was released: the payment is due back on ${dueOn}.`,
  NetworkFeeTooHigh: ({ feeDrops, ceilingDrops }) =>
    `The network charges ${count(Number(feeDrops))} drops per transaction, ` +
    `more than the limit of ${count(Number(ceilingDrops))}. The request waits.`,
  ListingClosed: ({ tokensSold, reason, explanation }) =>
    `The listing was closed with ${tokensOf(tokensSold)} sold (${explanation ?? reason}).`,
  ListingHidden: ({ reason }) => `The listing was taken out of the marketplace: ${reason}.`,
  RefundOverdue: ({ overdue }) =>
    overdue ? 'The landlord is overdue with a refund.' : 'The landlord is not overdue with a refund any more.',
  ListingShown: ({ reason }) => `The listing is back in the marketplace: ${reason}.`,
  SalePaused: ({ reason }) => `The sale was paused: ${reason}.`,
  SaleResumed: ({ reason }) => `The sale was resumed: ${reason}.`,
  LateSignatureRecorded: ({ leg }) => `The ${leg} transaction was signed too late; it will not be submitted.`,
  PaymentRevived: () => 'Tokens were still available, so the purchase continues.',
  PayerPaymentOpened: ({ wallet }) => `${wallet} has an open payment.`,
  PayerFeeOwed: ({ wallet, amount }) => `${wallet} owes a platform fee of ${money(amount)}.`,
  PayerFeeSettled: ({ wallet }) => `${wallet} no longer owes that platform fee.`,
  PayerPaymentClosed: ({ outcome }) => `The payer’s payment ended: ${outcome}.`,
  PlatformAccountMade: ({ name, address }) =>
    `The account of the ${account(name).toLowerCase()} was created: ${address}.`,
  PlatformAccountStepDone: ({ step }) =>
    `A step of the account’s setup is complete: ${String(step).replaceAll('-', ' ')}.`,
  PlatformKeyChanged: ({ name, step, address }) => `${account(name)}: ${KEY_STEPS[step] ?? step}, ${address}.`,
  LedgerReconciled: ({ account: name, fromLedger, toLedger, transactions, findings }) =>
    `${account(name)}: ${many(transactions, 'transaction')} of ledgers ${count(fromLedger)} to ${count(toLedger)} ` +
    `compared, ${many(findings, 'finding')}.`,
  LogReconciled: ({ settled, matched, findings }) =>
    `${many(settled, 'settled leg')} of the event log compared with the ledger: ` +
    `${count(matched)} matched, ${many(findings, 'finding')}.`,
  EverythingReconciled: ({ fromLedger, toLedger, matched, findings }) =>
    `Full comparison of ledgers ${count(fromLedger)} to ${count(toLedger)}: ` +
    `${count(matched)} matched, ${many(findings, 'finding')}.`,
  RefundBegun: ({ refundId }) => `The landlord started the refund with payment ${refundId}.`,
  PayoutSettled: ({ wallet, amount, ledgerIndex }) =>
    `${money(amount)} reached ${wallet} in ledger ${count(ledgerIndex)}.`,
  FailedEventsReleased: ({ consumer, released, stuck }) =>
    `An admin retried the failed events of ${String(consumer)}: ` +
    `${count(Number(released))} applied, ${many(stuck, 'lane')} still blocked.`,
  CaseResolved: ({ resolution }) => `The case was resolved: ${String(resolution).replaceAll('-', ' ')}.`,
  CaseAnswerConfirmed: ({ proposalId }) =>
    proposalId ? 'The platform verified both signatures of the answer.' : 'The platform accepted the answer.',
  CaseAnswerRefused: ({ reason }) => `The answer does not count, and the case is open again: ${reason}.`,
  AccountTransactionsBegun: ({ name, ledgerIndex, transactions }) =>
    `${many(transactions?.length ?? 0, 'transaction')} of the ${account(name).toLowerCase()} started ` +
    `at ledger ${count(ledgerIndex)}.`,
  AccountTransactionConcluded: ({ name, what, result, ledgerIndex }) =>
    `${account(name)}: ${a(String(what))} ended with ${result}${inLedger(ledgerIndex)}.`,
  TicketBurned: ({ ticket, purpose, hash }) =>
    `Ticket ${ticket} for ${purpose} was used${hash === null ? ' by another transaction' : ''}.`,
  TicketReleased: ({ ticket, purpose, reason }) => `Ticket ${ticket} for ${purpose} is free again: ${reason}.`,
  ExtraFeeFound: ({ delivered, ledgerIndex }) =>
    `A fee of ${money(delivered)} arrived a second time, in ledger ${count(ledgerIndex)}.`,
  ExtraPrincipalFound: ({ delivered, ledgerIndex }) =>
    `The landlord received ${money(delivered)} a second time, in ledger ${count(ledgerIndex)}.`,
  FeeRefundOrdered: ({ reason }) => `An admin is sending the fee back: ${reason}`,
  ProgramGeneration: ({ generation, program }) =>
    `From here on, programs of generation ${generation} write the event log (${program}).`,
  LoanOpened: ({ principal, termMonths, annualRate, monthlyPayment, firstDueDate }) =>
    `A loan of ${money(principal)} began: ${many(termMonths, 'month')} at ${annualRate}%, ` +
    `${money(monthlyPayment)} a month, first due on ${firstDueDate}.`,
  DueDayMoved: ({ dueDay, firstDueDate }) =>
    `Installments fall due on day ${dueDay} of each month, first on ${firstDueDate}.`,
  InstalmentFellDue: ({ number, dueDate, interest, principal }) =>
    `Installment ${number} fell due on ${dueDate}: ${money(interest)} interest, ${money(principal)} principal.`,
  RepaymentBegun: ({ amount, to, quote }) =>
    `The landlord started to repay ${money(amount)} ${to === 'holder' ? 'to the only holder' : 'through the escrow'}` +
    `${quote ? ', which pays the loan off' : ''}.`,
  RepaymentAbandoned: ({ reason }) => `A repayment was abandoned: ${reason}.`,
  RepaymentDeposited: ({ amount }) => `${money(amount)} was added to the landlord’s deposit.`,
  RepaymentReceived: ({ amount, source, date }) => `${money(amount)} was repaid on ${date} (${source}).`,
  RepaymentAllocated: ({ interest, principal, balance }) =>
    `${money(interest)} of it was interest and ${money(principal)} principal; ${money(balance)} is still owed.`,
  LoanInArrears: ({ dueDate, amount }) => `${money(amount)} due on ${dueDate} is in arrears.`,
  LoanCorrected: ({ date }) =>
    `A repayment was found that counts on ${date}: interest that was charged in the meantime is credited.`,
  LoanArrearsWithdrawn: ({ dueDate, date }) =>
    `The installment due on ${dueDate} was paid on ${date}, without arrears.`,
  RepaymentsPrevented: ({ by, date }) =>
    `Since ${date}, ${PREVENTED_BY[by] ?? 'the issuer of RLUSD prevents repayments'}. Days of grace are not counted.`,
  RepaymentsPossible: ({ date }) => `The issuer of RLUSD prevents no repayments any more since ${date}.`,
  IssuerFollowed: ({ toLedger }) =>
    `Whether the issuer of RLUSD prevented repayments is known up to ledger ${count(toLedger)}.`,
  CollectionClaimed: ({ dueDate, amount, missing }) =>
    `The deposit was ${money(missing)} short of the ${money(amount)} due on ${dueDate}. Nothing was collected.`,
  LoanPaidOff: ({ date }) => `The loan was paid off on ${date}.`,
  RedemptionNoticed: ({ redeemableFrom }) => `The landlord gave notice: redemption is possible from ${redeemableFrom}.`,
  AutopaySet: ({ enabled }) => `The landlord turned autopay ${enabled ? 'on' : 'off'}.`,
  RentAutomationSet: ({ enabled, monthlyRentAmount, payoutDay, feeBps, feeFrom }) =>
    enabled
      ? `Rent automation collects up to ${money(monthlyRentAmount)} on day ${payoutDay}, ` +
        `at a fee of ${feeBps / 100}% from ${feeFrom}.`
      : 'Rent automation was ended.',
  NotificationSent: ({ kind, audience }) =>
    `Notified ${(audience ?? []).join(' and ')}: ${String(kind).replaceAll('-', ' ')}.`,
  BusinessDayBegun: ({ date }) => `Daily processing for ${date} started.`,
  BusinessDayCompleted: ({ date }) => `Daily processing for ${date} is complete.`,
  TokenIssuanceOrdered: ({ tokens, recipient, source }) =>
    `Issuance of ${tokensOf(tokens)} to ${recipient} was ordered by ${source === 'hand' ? 'an admin' : 'automation'}.`,
  TokenIssuanceSubmitted: ({ step, attempt, ticket, ledgerIndex }) =>
    `${step === 'issue' ? 'The issuance' : 'The authorization of the holder’s trust line'} was signed ` +
    `(attempt ${attempt}, ticket ${ticket}) after ledger ${count(ledgerIndex)}.`,
  TokenIssuanceConcluded: ({ step, result, ledgerIndex }) =>
    `${step === 'issue' ? 'The issuance' : 'The authorization'} ended with ${result}${inLedger(ledgerIndex)}.`,
  TokensIssued: ({ tokens, recipient, ledgerIndex }) =>
    `${tokensOf(tokens)} reached ${recipient} in ledger ${count(ledgerIndex)}, not assigned to a property yet.`,
  TokenIssuanceFailed: ({ message }) => `No tokens were issued: ${message}.`,
  TokenIssuanceAssigned: ({ tokens, propertyId }) =>
    `${tokensOf(tokens)} entered the register of property ${propertyId}.`,
  PaymentCounted: ({ propertyId }) => `The payment counts as the price of tokens of property ${propertyId}.`,
  TokenRedemptionOrdered: ({ tokens, holder, propertyId }) =>
    `The loan of property ${propertyId} is paid off: ${tokensOf(tokens)} of ${holder} will be clawed back.`,
  TokenRedemptionSubmitted: ({ attempt, ticket, ledgerIndex }) =>
    `The clawback was signed (attempt ${attempt}, ticket ${ticket}) after ledger ${count(ledgerIndex)}.`,
  XrpReturnOrdered: ({ account, drops, tag }) =>
    `${xrp(drops)} that reached the account ${account} goes back${tag === null ? '' : ` with destination tag ${tag}`}.`,
  XrpReturnSubmitted: ({ attempt, ticket, ledgerIndex }) =>
    `Its way back was signed with ticket ${ticket} (attempt ${attempt}) after ledger ${count(ledgerIndex)}.`,
  XrpReturnConcluded: ({ result, ledgerIndex }) => `Its way back ended with ${result}${inLedger(ledgerIndex)}.`,
  XrpReturned: ({ drops, ledgerIndex }) => `${xrp(drops)} went back to its sender in ledger ${count(ledgerIndex)}.`,
  TokenRedemptionConcluded: ({ result, ledgerIndex }) => `The clawback ended with ${result}${inLedger(ledgerIndex)}.`,
  TokensRedeemed: ({ tokens, wallet, ledgerIndex }) =>
    `Redeemed ${tokensOf(tokens)} of ${wallet} in ledger ${count(ledgerIndex)}.`,
  AnchorOrdered: ({ position }) =>
    `The hash of the event log up to position ${count(position)} will be written to the ledger.`,
  AnchorSubmitted: ({ attempt, ticket, ledgerIndex }) =>
    `The anchor was signed (attempt ${attempt}, ticket ${ticket}) after ledger ${count(ledgerIndex)}.`,
  AnchorConcluded: ({ result, ledgerIndex }) =>
    ledgerIndex
      ? `The anchor is in ledger ${count(ledgerIndex)} with ${result}.`
      : `The anchor reached no ledger: ${result}.`,
  AutoIssuanceConfigured: ({ enabled, defaultTokenAmount, minimumInvestmentThreshold, requiresBothPartiesKyc }) =>
    enabled
      ? `Direct payments from ${money(minimumInvestmentThreshold)} receive ${tokensOf(defaultTokenAmount)}, ` +
        `${requiresBothPartiesKyc ? 'if both parties are verified' : 'verified or not'}.`
      : 'Automatic issuance is off.',
  AutoIssuanceSkipped: ({ message }) => `No tokens were issued for the payment: ${message}.`,
  TrustLineRequested: ({ wallet, limit }) => `${wallet} was asked to sign an RLUSD trust line up to ${money(limit)}.`,
  TrustLineSigned: ({ sequence }) => `The trust line was signed and checked (sequence ${sequence}).`,
  TrustLineSet: ({ wallet, limit, ledgerIndex }) =>
    `${wallet} can hold up to ${money(limit)} from ledger ${count(ledgerIndex)} on.`,
  TrustLineRequestEnded: ({ message }) => String(message),
  CaseOpened: ({ summary }) => String(summary),
};

/** One sentence that says what happened; the data itself is shown next to it. */
export function eventSentence({ type, data }: Pick<AuditEventView, 'type' | 'data'>): string {
  return SENTENCES[type]?.(data) ?? '';
}
