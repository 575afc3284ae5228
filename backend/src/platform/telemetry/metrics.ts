import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** One registry for the program; `/metrics` prints it. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

/** What has to be measured before the figures are read. */
export const beforeScrape = new Set<() => Promise<void>>();

export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});
export const paymentsEnded = new Counter({
  name: 'payments_ended_total',
  help: 'Payments by how they ended',
  labelNames: ['outcome'] as const,
  registers: [metrics],
});
export const readModelLag = new Gauge({
  name: 'read_model_lag_events',
  help: 'Events that a read model has not applied yet',
  labelNames: ['name'] as const,
  registers: [metrics],
});
export const openCases = new Gauge({
  name: 'open_cases',
  help: 'Cases that wait for a person',
  labelNames: ['kind'] as const,
  registers: [metrics],
});
export const validatedLedger = new Gauge({
  name: 'validated_ledger_index',
  help: 'Last validated ledger that the node told of',
  registers: [metrics],
});
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
