import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '#platform/config/config.js';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a call bears METRICS_TOKEN; nobody does where none is set. Takes as long for every wrong one. */
export const knowsMetricsToken = ({ metricsToken }: Pick<Config, 'metricsToken'>, authorization: string): boolean =>
  metricsToken !== null && timingSafeEqual(digest(authorization), digest(`Bearer ${metricsToken}`));
