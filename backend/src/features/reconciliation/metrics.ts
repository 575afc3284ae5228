import { Counter, Gauge } from 'prom-client';
import { metrics } from '#platform/telemetry/metrics.js';

export const reconciliationFindings = new Gauge({
  name: 'reconciliation_open_findings',
  help: 'Open cases of differences between books and ledger',
  labelNames: ['kind'] as const,
  registers: [metrics],
});
export const reconciliationLag = new Gauge({
  name: 'reconciliation_lag_ledgers',
  help: 'Validated ledgers not yet compared with the event log',
  labelNames: ['account'] as const,
  registers: [metrics],
});
export const reconciliationAge = new Gauge({
  name: 'reconciliation_last_run_age_seconds',
  help: 'Time since the last complete comparison of ledger and event log',
  registers: [metrics],
});
export const reconciled = new Counter({
  name: 'reconciliation_compared_total',
  help: 'Ledger transactions and settled legs compared since the start',
  labelNames: ['what'] as const,
  registers: [metrics],
});
