import type { MigrationInterface } from 'typeorm';
import { EventLog0000000000001 } from './0001-event-log.js';
import { Vault0000000000002 } from './0002-vault.js';
import { Processes0000000000003 } from './0003-processes.js';
import { Projections0000000000004 } from './0004-projections.js';
import { Consumers0000000000005 } from './0005-consumers.js';
import { Features0000000000010 } from './0010-features.js';
import { Reconciliation0000000000011 } from './0011-reconciliation.js';
import { TransactionLog0000000000014 } from './0014-transaction-log.js';
import { Timeline0000000000015 } from './0015-timeline.js';
import { TwoWayReconciliation0000000000017 } from './0017-two-way-reconciliation.js';
import { SearchWalk0000000000018 } from './0018-search-walk.js';
import { SearchInParts0000000000019 } from './0019-search-in-parts.js';
import { HowPaymentsEnded0000000000020 } from './0020-how-payments-ended.js';
import { WalkOfOne0000000000021 } from './0021-walk-of-one.js';
import { Snapshots0000000000030 } from './0030-snapshots.js';
import { PaymentEndings0000000000040 } from './0040-payment-endings.js';
import { JobRuns0000000000041 } from './0041-job-runs.js';
import { HiddenListings0000000000050 } from './0050-hidden-listings.js';
import { BrakesAndQuotas0000000000051 } from './0051-brakes-and-quotas.js';
import { TokenIssuances0000000000060 } from './0060-token-issuances.js';
import { Loans0000000000070 } from './0070-loans.js';
import { Notifications0000000000071 } from './0071-notifications.js';
import { Payouts0000000000080 } from './0080-payouts.js';
import { TokenRedemptions0000000000084 } from './0084-token-redemptions.js';
import { LogIndex0000000000090 } from './0090-log-index.js';
import { Compliance0000000000100 } from './0100-compliance.js';
import { Verifications0000000000110 } from './0110-verifications.js';
import { PersonalNotifications0000000000111 } from './0111-personal-notifications.js';
import { Market0000000000120 } from './0120-market.js';
import { ChangedMarketRows0000000000121 } from './0121-changed-market-rows.js';
import { KnownHits0000000000122 } from './0122-known-hits.js';
import { LookupsInOrder0000000000123 } from './0123-lookups-in-order.js';
import { PropertyTypes0000000000124 } from './0124-property-types.js';
import { LogRefusals0000000000130 } from './0130-log-refusals.js';
import { OneCourier0000000000140 } from './0140-one-courier.js';
import { PayoutsByCourier0000000000141 } from './0141-payouts-by-courier.js';
import { RequestBudgets0000000000150 } from './0150-request-budgets.js';
import { TrustLinesByCourier0000000000160 } from './0160-trust-lines-by-courier.js';
import { Proposals0000000000170 } from './0170-proposals.js';
import { SessionDevices0000000000171 } from './0171-session-devices.js';
import { KeyRing0000000000180 } from './0180-key-ring.js';
import { EventMacs0000000000181 } from './0181-event-macs.js';
import { RowMacs0000000000182 } from './0182-row-macs.js';
import { NotesInTheVault0000000000184 } from './0184-notes-in-the-vault.js';
import { SecurityLog0000000000185 } from './0185-security-log.js';
import { Transparency0000000000190 } from './0190-transparency.js';
import { Movements0000000000191 } from './0191-movements.js';
import { EverybodysNotifications0000000000195 } from './0195-everybodys-notifications.js';
import { NotificationMails0000000000196 } from './0196-notification-mails.js';
import { PurchaseDays0000000000197 } from './0197-purchase-days.js';
import { WorkerKeys0000000000199 } from './0199-worker-keys.js';
import { WorkerRequests0000000000200 } from './0200-worker-requests.js';
import { LeaseHolders0000000000201 } from './0201-lease-holders.js';
import { PropertyHistory0000000000210 } from './0210-property-history.js';
import { FixedSearchPaths0000000000215 } from './0215-fixed-search-paths.js';
import { EventsByType0000000000220 } from './0220-events-by-type.js';
import { SnapshotsByVersion0000000000221 } from './0221-snapshots-by-version.js';
import { ResumableRebuilds0000000000222 } from './0222-resumable-rebuilds.js';
import { IndexById0000000000230 } from './0230-index-by-id.js';
import { LogParties0000000000240 } from './0240-log-parties.js';
import { SealedRebuilds0000000000250 } from './0250-sealed-rebuilds.js';
import { MovedHashes0000000000260 } from './0260-moved-hashes.js';

/**
 * Every migration in order. A class is named `<What><13 digits>`, the digits being the number of its file (TypeORM
 * sorts by them). 0001–0009 belong to the platform; features number theirs from 0010. A released migration is never
 * edited.
 */
export const migrations: readonly (new () => MigrationInterface)[] = [
  EventLog0000000000001,
  Vault0000000000002,
  Processes0000000000003,
  Projections0000000000004,
  Consumers0000000000005,
  Features0000000000010,
  Reconciliation0000000000011,
  TransactionLog0000000000014,
  Timeline0000000000015,
  TwoWayReconciliation0000000000017,
  SearchWalk0000000000018,
  SearchInParts0000000000019,
  HowPaymentsEnded0000000000020,
  WalkOfOne0000000000021,
  Snapshots0000000000030,
  PaymentEndings0000000000040,
  JobRuns0000000000041,
  HiddenListings0000000000050,
  BrakesAndQuotas0000000000051,
  TokenIssuances0000000000060,
  Loans0000000000070,
  Notifications0000000000071,
  Payouts0000000000080,
  TokenRedemptions0000000000084,
  LogIndex0000000000090,
  Compliance0000000000100,
  Verifications0000000000110,
  PersonalNotifications0000000000111,
  Market0000000000120,
  ChangedMarketRows0000000000121,
  KnownHits0000000000122,
  LookupsInOrder0000000000123,
  PropertyTypes0000000000124,
  LogRefusals0000000000130,
  OneCourier0000000000140,
  PayoutsByCourier0000000000141,
  RequestBudgets0000000000150,
  TrustLinesByCourier0000000000160,
  Proposals0000000000170,
  SessionDevices0000000000171,
  KeyRing0000000000180,
  EventMacs0000000000181,
  RowMacs0000000000182,
  NotesInTheVault0000000000184,
  SecurityLog0000000000185,
  Transparency0000000000190,
  Movements0000000000191,
  EverybodysNotifications0000000000195,
  NotificationMails0000000000196,
  PurchaseDays0000000000197,
  WorkerKeys0000000000199,
  WorkerRequests0000000000200,
  LeaseHolders0000000000201,
  PropertyHistory0000000000210,
  FixedSearchPaths0000000000215,
  EventsByType0000000000220,
  SnapshotsByVersion0000000000221,
  ResumableRebuilds0000000000222,
  IndexById0000000000230,
  LogParties0000000000240,
  SealedRebuilds0000000000250,
  MovedHashes0000000000260,
];
