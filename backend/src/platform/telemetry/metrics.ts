import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One registry for the program; `/metrics` prints it. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

/** Measurements to make before the metrics are read. */
export const beforeScrape = new Set<() => Promise<void>>();

export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});
export const appendDuration = new Histogram({
  name: 'event_append_seconds',
  help: 'Time until events are appended or refused',
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});
export const processLag = new Gauge({
  name: 'process_lag_events',
  help: 'Events that a process of this instance has not handled yet; reported by the instance that holds its lease',
  labelNames: ['name'] as const,
  registers: [metrics],
});
export const readModelLag = new Gauge({
  name: 'read_model_lag_events',
  help: 'Events that a read model has not applied yet',
  labelNames: ['name'] as const,
  registers: [metrics],
});
export const consumersHalted = new Gauge({
  name: 'consumers_halted',
  help: '1 while a read model or process is stopped before an event that it cannot apply',
  labelNames: ['consumer'] as const,
  registers: [metrics],
});
export const eventLog = new Gauge({
  name: 'event_log_up',
  help: '1 while the event log can be read to its end and needs no attention',
  labelNames: ['store'] as const,
  registers: [metrics],
});
export const validatedLedger = new Gauge({
  name: 'validated_ledger_index',
  help: 'Last validated ledger that the node reported',
  registers: [metrics],
});
