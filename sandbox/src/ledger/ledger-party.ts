import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Router } from 'express';
import { type FaultGate, NO_FAULTS } from '../faults/fault-gate.js';
import type { LedgerServices } from './api/request.js';
import { genesisLedger, USUAL_FEES } from './chain/genesis.js';
import type { ClosedLedger } from './chain/ledger.js';
import type { Fees } from './state/accounts.js';
import { LedgerNode } from './chain/ledger-node.js';
import { Journal } from './disk/journal.js';
import { recoverLedgers } from './disk/recovery.js';
import { SnapshotsInMemory, SnapshotsOnDisk } from './disk/snapshots.js';
import { SerialQueue } from './serial-queue.js';
import { Publisher } from './streams/publisher.js';
import { Subscriptions } from './streams/subscriptions.js';
import { jsonRpcRouter } from './transport/json-rpc.js';
import { WebSocketApi } from './transport/web-socket.js';

/** Wallets read a small LastLedgerSequence as relative: the chain begins far above that. */
const FIRST_LEDGER = 100_000;
/** 2026-01-01 in seconds since 2000. */
const FIRST_CLOSE_TIME = 820_540_800;
const CLOSE_TIME_STEP = 1;
const MIN_PACE_MS = 20;

export interface LedgerPartyOptions {
  /** Where ledgers are kept; without it they last as long as the process. */
  readonly dataDir?: string;
  /** Milliseconds from close to close; null (default): only `ledger_accept` closes. */
  readonly closeEveryMs?: number | null;
  readonly faults?: FaultGate;
  /** Index of the first ledger. */
  readonly firstLedger?: number;
  /** Close time of the first ledger, in seconds since 2000-01-01. Ledger time is a clock of its own. */
  readonly firstCloseTime?: number;
  /** What using a new chain costs; one that is there keeps its own, as it does its network and its amendments. */
  readonly fees?: Fees;
  readonly networkId?: number;
  /** Amendments that a new chain is to be without. */
  readonly without?: readonly string[];
  /** Seconds of ledger time from ledger to ledger. */
  readonly closeTimeStep?: number;
  /** Closed ledgers that it keeps, the newest; absent: all. */
  readonly history?: number;
}

export interface LedgerParty {
  /** Answers JSON-RPC POSTs on the mount path. */
  readonly router: Router;
  /**
   * Takes over a WebSocket upgrade for the mount path. A connection that is `spared` stays when faults drop the others.
   */
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer, spared?: boolean): void;
  /** At least 20 ms, or null: only `ledger_accept` closes. */
  setPace(ms: number | null): void;
  /** Drops every open connection that is not spared. */
  disconnectAll(): void;
  /** Drops what is only in the open ledger. */
  loseOpenLedger(): void;
  close(): Promise<void>;
}

/** The sandbox's own ledger, which can do what a real node cannot. */
export interface OwnLedgerParty extends LedgerParty {
  /** Which network this is; a chain keeps its own. */
  readonly networkId: number;
  /** Keeps the newest so many closed ledgers from now on, null for all of them. */
  keepHistory(ledgers: number | null): void;
  /** Names of the snapshots there are. */
  snapshots(): string[];
  /** Puts the closed ledgers aside under a name; gives the index of the last. */
  save(name: string): Promise<number>;
  /** Continues from a snapshot; the open ledger and all connections are lost. @throws NoSuchSnapshot */
  restore(name: string): Promise<number>;
}

/** Starts a stand-alone XRP Ledger, or continues where the one in `dataDir` stopped. */
export async function openLedgerParty(options: LedgerPartyOptions = {}): Promise<OwnLedgerParty> {
  const faults = options.faults ?? NO_FAULTS;
  const { ledgers, journal } = openChain(options);
  const node = new LedgerNode({
    ledgers,
    journal,
    closeTimeStep: options.closeTimeStep ?? CLOSE_TIME_STEP,
    history: options.history ?? null,
  });
  const subscriptions = new Subscriptions();
  node.listener = new Publisher(node, subscriptions);
  const queue = new SerialQueue();
  const startedAt = Date.now();
  let lastClosedAt = startedAt;
  const services: LedgerServices = {
    subscriptions,
    startedAt,
    lastClosedAt: () => lastClosedAt,
    inOrder: (ready, act) => queue.run(ready, act),
    closeLedger: () =>
      queue.run(undefined, (): ClosedLedger => {
        lastClosedAt = Date.now();
        return node.accept();
      }),
  };
  const sockets = new WebSocketApi({ node, services }, faults);
  let timer: NodeJS.Timeout | undefined;
  let closing = false;
  // A close that takes longer than the pace is not followed by those that were missed.
  const closeUnlessClosing = (): void => {
    if (closing) return;
    closing = true;
    void services.closeLedger().finally(() => (closing = false));
  };
  const setPace = (ms: number | null): void => {
    if (ms !== null && !(Number.isInteger(ms) && ms >= MIN_PACE_MS))
      throw new RangeError(`a ledger's pace is an integer of at least ${MIN_PACE_MS} ms, or null`);
    clearInterval(timer);
    timer = ms === null ? undefined : setInterval(closeUnlessClosing, ms);
  };
  setPace(options.closeEveryMs ?? null);
  const snapshots = journal ? new SnapshotsOnDisk(options.dataDir!, journal) : new SnapshotsInMemory();
  return {
    router: jsonRpcRouter({ node, services }, faults, () => sockets.disconnectAll()),
    handleUpgrade: (req, socket, head, spared) => sockets.handleUpgrade(req, socket, head, spared),
    setPace,
    disconnectAll: () => sockets.disconnectAll(),
    loseOpenLedger: () => node.loseOpenLedger(),
    networkId: node.validated.header.networkId,
    keepHistory: (ledgers) => node.keepHistory(ledgers),
    snapshots: () => snapshots.names(),
    save: (name) =>
      queue.run(undefined, () => {
        snapshots.save(name, node.history.all);
        return node.validated.header.index;
      }),
    restore: (name) =>
      queue.run(undefined, () => {
        node.goOnFrom(snapshots.restore(name));
        sockets.disconnectAll();
        return node.validated.header.index;
      }),
    close: async () => {
      clearInterval(timer);
      sockets.close();
      await queue.idle();
      journal?.close();
    },
  };
}

/** The ledgers on disk, or a first one. */
function openChain(options: LedgerPartyOptions): { ledgers: ClosedLedger[]; journal: Journal | undefined } {
  const { dataDir } = options;
  const found = dataDir === undefined ? [] : recoverLedgers(dataDir);
  const journal = dataDir === undefined ? undefined : Journal.open(dataDir);
  if (found.length > 0) return { ledgers: found, journal };
  const first = genesisLedger({
    index: options.firstLedger ?? FIRST_LEDGER,
    closeTime: options.firstCloseTime ?? FIRST_CLOSE_TIME,
    fees: options.fees ?? USUAL_FEES,
    networkId: options.networkId ?? 0,
    without: options.without ?? [],
  });
  journal?.append(first, [...first.state.entries()]);
  return { ledgers: [first], journal };
}
