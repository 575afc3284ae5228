/**
 * Named places where a test may end this process as `kill -9` would: nothing after them happens, and nothing is cleaned
 * up. They are between the steps that move money or record it, and belong to the code that takes the steps. Unarmed,
 * which is always so outside the sandbox, a place costs one comparison.
 */
const known = new Set<string>();

/**
 * Where to end: a place, what it is about (a payment's leg, a read model; any, where null), and at which time of
 * passing it.
 */
export interface CrashPoint {
  place: string;
  subject: string | null;
  occurrence: number;
}

let armed: (CrashPoint & { left: number }) | null = null;

/** Reads `place[/subject][:occurrence]`, as in `blob-sent/recipient:2`. @throws Error naming what is wrong */
export function parseCrashPoint(text: string): CrashPoint {
  const [, place, subject = null, occurrence = '1'] =
    /^([a-z-]+)(?:\/([a-z-]+))?(?::([1-9]\d{0,3}))?$/.exec(text) ?? [];
  if (place === undefined || !known.has(place))
    throw new Error(`"${text}" is no crash point: place[/subject][:occurrence] with one of ${[...known].join(', ')}`);
  return { place, subject, occurrence: Number(occurrence) };
}

const isSandbox = (env: NodeJS.ProcessEnv) => env.SANDBOX === '1' && env.NODE_ENV !== 'production';

/** Arms one point; `null` disarms. @throws Error in production and wherever real money could be */
export function armCrashPoint(point: CrashPoint | null, env: NodeJS.ProcessEnv): void {
  if (!isSandbox(env)) throw new Error('Crash points are for the sandbox only');
  armed = point && { ...point, left: point.occurrence };
}

/**
 * In the sandbox, the parent process may arm a point while this process runs, over the channel between them; nobody
 * else can.
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

/** Names the places of one owner. What is returned ends the process where one of them is armed. */
export function crashPlaces<Place extends string>(...places: Place[]): (place: Place, subject?: string) => void {
  for (const place of places) known.add(place);
  return (place, subject) => {
    if (armed === null || armed.place !== place || (armed.subject !== null && armed.subject !== subject)) return;
    if (--armed.left === 0) process.kill(process.pid, 'SIGKILL');
  };
}
