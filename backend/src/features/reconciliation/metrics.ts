import { Counter, Gauge } from 'prom-client';
import { metrics } from '../../platform/telemetry/metrics.js';

export const reconciliationFindings = new Gauge({
  name: 'reconciliation_open_findings',
  help: 'Differences between books and ledger that wait for a person',
  labelNames: ['kind'] as const,
  registers: [metrics],
});
export const reconciliationLag = new Gauge({
  name: 'reconciliation_lag_ledgers',
  help: 'Validated ledgers that were not compared with the log yet',
  labelNames: ['account'] as const,
  registers: [metrics],
});
export const reconciliationAge = new Gauge({
  name: 'reconciliation_last_run_age_seconds',
  help: 'Time since the comparison of ledger and log last came to its end',
  registers: [metrics],
});
export const reconciled = new Counter({
  name: 'reconciliation_compared_total',
  help: 'Ledger transactions and settled legs compared since the start',
  labelNames: ['what'] as const,
  registers: [metrics],
});
