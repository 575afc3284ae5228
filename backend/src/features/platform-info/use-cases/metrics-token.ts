import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '#platform/config/config.js';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a call has METRICS_TOKEN; always false if none is set. Compared in constant time. */
export const knowsMetricsToken = ({ metricsToken }: Pick<Config, 'metricsToken'>, authorization: string): boolean =>
  metricsToken !== null && timingSafeEqual(digest(authorization), digest(`Bearer ${metricsToken}`));
