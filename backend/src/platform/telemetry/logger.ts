import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import { traceOf } from './trace.js';

/** Never logged, wherever they are: secrets, personal data, signed blobs. */
const REDACTED = [
  'seed',
  'secret',
  'blob',
  'hex',
  'tx_blob',
  'ssn',
  'authorization',
  'cookie',
  'password',
  'sessionToken',
  '*.seed',
  '*.secret',
  '*.blob',
  '*.hex',
  '*.tx_blob',
  '*.ssn',
  '*.authorization',
  '*.cookie',
];

const root = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  redact: { paths: REDACTED, censor: '[redacted]' },
  base: undefined,
  mixin: () => {
    const traceId = traceOf();
    return traceId ? { traceId } : {};
  },
  timestamp: pino.stdTimeFunctions.isoTime,
});

type Level = 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal';

/** Nest's logger as JSON lines. A first object argument becomes fields, the rest the message. */
export class JsonLogger implements LoggerService {
  log(...args: unknown[]): void {
    this.write('info', args);
  }
  error(...args: unknown[]): void {
    this.write('error', args);
  }
  warn(...args: unknown[]): void {
    this.write('warn', args);
  }
  debug(...args: unknown[]): void {
    this.write('debug', args);
  }
  verbose(...args: unknown[]): void {
    this.write('trace', args);
  }
  fatal(...args: unknown[]): void {
    this.write('fatal', args);
  }

  /** Nest passes the context as the last argument. */
  private write(level: Level, args: unknown[]): void {
    const context = args.length > 1 && typeof args.at(-1) === 'string' ? (args.at(-1) as string) : undefined;
    const rest = context === undefined ? args : args.slice(0, -1);
    const fields = rest.filter((arg): arg is object => typeof arg === 'object' && arg !== null);
    const message = rest.filter((arg) => typeof arg !== 'object').join(' ');
    root[level](Object.assign({ context }, ...fields), message);
  }
}
