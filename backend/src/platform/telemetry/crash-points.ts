/**
 * Named places where a test may end this process as `kill -9` would: nothing after them happens, nothing is tidied up.
 * They stand at the boundaries of the steps that move money or record it. Unarmed, which is always so outside the
 * sandbox, a place is one comparison.
 */
export const CRASH_PLACES = [
  // The request
  'payment-stored',
  // Legs that the payer signs
  'legs-prepared',
  'request-answered',
  'request-recorded',
  'webhook-received',
  'signature-collected',
  'blob-kept',
  'signature-recorded',
  // Submission
  'before-submission-recorded',
  'submission-recorded',
  'blob-sent',
  'conclusion-seen',
  'conclusion-recorded',
  // Legs that the platform signs
  'ticket-assigned',
  'own-leg-signed',
  'own-leg-recorded',
  // Endings
  'before-completion',
  'after-completion',
  'before-release',
  'after-release',
  'before-late-principal',
  // What follows the log
  'read-model-page',
  'process-checkpoint',
  'timer-fired',
] as const;
export type CrashPlace = (typeof CRASH_PLACES)[number];

/**
 * Where to end: a place, what it is about (a payment's leg, a read model; any, where null), and at which time of
 * passing it.
 */
export interface CrashPoint {
  place: CrashPlace;
  subject: string | null;
  occurrence: number;
}

let armed: (CrashPoint & { left: number }) | null = null;

/** Reads `place[/subject][:occurrence]`, as in `blob-sent/recipient:2`. @throws Error naming what is wrong */
export function parseCrashPoint(text: string): CrashPoint {
  const [, place, subject = null, occurrence = '1'] =
    /^([a-z-]+)(?:\/([a-z-]+))?(?::([1-9]\d{0,3}))?$/.exec(text) ?? [];
  if (!CRASH_PLACES.includes(place as CrashPlace))
    throw new Error(`"${text}" is no crash point: place[/subject][:occurrence] with one of ${CRASH_PLACES.join(', ')}`);
  return { place: place as CrashPlace, subject, occurrence: Number(occurrence) };
}

const isSandbox = (env: NodeJS.ProcessEnv) => env.SANDBOX === '1' && env.NODE_ENV !== 'production';

/** Arms one point; `null` disarms. @throws Error in production and wherever real money could be */
export function armCrashPoint(point: CrashPoint | null, env: NodeJS.ProcessEnv): void {
  if (!isSandbox(env)) throw new Error('Crash points are for the sandbox only');
  armed = point && { ...point, left: point.occurrence };
}

/**
 * In the sandbox, whoever started this process may arm a point while it runs, over the channel between parent and
 * child; nobody else can.
 */
export function listenForCrashPoints(env: NodeJS.ProcessEnv): void {
  if (!isSandbox(env) || !process.channel) return;
  process.on('message', ({ crashAt }: { crashAt?: string | null }) => {
    if (crashAt === undefined) return;
    armCrashPoint(crashAt === null ? null : parseCrashPoint(crashAt), env);
    process.send?.({ armed: crashAt });
  });
  // The channel alone must not keep the process running.
  process.channel.unref();
}

/** Ends the process here where this point is armed. */
export function crashPoint(place: CrashPlace, subject?: string): void {
  if (
    armed === null ||
    armed.place !== place ||
    (armed.subject !== null && armed.subject !== subject) ||
    --armed.left > 0
  )
    return;
  process.kill(process.pid, 'SIGKILL');
}
