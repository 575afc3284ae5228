/**
 * Points at which a test may end this process like `kill -9`: nothing runs after them, and nothing is cleaned up. They
 * are before and after calls of the program's ports (`ledger/crashing-ports.ts`), and in its loops. Unarmed, as always
 * outside the sandbox, a point costs one comparison.
 */
const CALLS = ['append', 'keep', 'submit', 'request', 'outcome'] as const;
const LOOPS = ['read-model-page', 'process-checkpoint', 'timer-fired'] as const;

/** A call of a port with an effect outside the process. */
export type Call = (typeof CALLS)[number];
export type Place = `before-${Call}` | `after-${Call}` | (typeof LOOPS)[number];

const PLACES: readonly Place[] = [...CALLS.flatMap((call) => [`before-${call}`, `after-${call}`] as const), ...LOOPS];

/** Where to end: a place, its subject (any if null), and at which occurrence. */
export interface CrashPoint {
  place: Place;
  subject: string | null;
  occurrence: number;
}

let armed: (CrashPoint & { left: number }) | null = null;

/**
 * Reads `place[/subject][:occurrence]`, as in `after-append/LegSigned.recipient:2`.
 * @throws Error naming what is wrong
 */
export function parseCrashPoint(text: string): CrashPoint {
  const [, named, subject = null, occurrence = '1'] =
    /^([a-z-]+)(?:\/([A-Za-z-]+(?:\.[a-z-]+)?))?(?::([1-9]\d{0,3}))?$/.exec(text) ?? [];
  const place = PLACES.find((one) => one === named);
  if (!place)
    throw new Error(`"${text}" is no crash point: place[/subject][:occurrence] with one of ${PLACES.join(', ')}`);
  return { place, subject, occurrence: Number(occurrence) };
}

const isSandbox = (env: NodeJS.ProcessEnv) => env.SANDBOX === '1' && env.NODE_ENV !== 'production';

/** Arms one point; `null` disarms. @throws Error in production and wherever there could be real money */
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
  // The channel alone must not keep the process alive.
  process.channel.unref();
}

/** Ends the process if this place is armed for any of these subjects. */
export function crashPoint(place: Place, subjects: () => readonly string[]): void {
  if (armed?.place !== place) return;
  if (armed.subject !== null && !subjects().includes(armed.subject)) return;
  if (--armed.left === 0) process.kill(process.pid, 'SIGKILL');
}

/** The call of each of a port's methods, and its subjects, from its arguments and, afterwards, from its result. */
export type WatchedCalls<Port> = {
  [Method in keyof Port]?: Port[Method] extends (...args: infer Args) => Promise<infer Result>
    ? { call: Call; subjects: (args: Args, result?: Result) => readonly string[] }
    : never;
};

/** The same port, with crash points before and after these calls if they are on. */
export function crashing<Port extends object>(port: Port, isOn: boolean, watched: WatchedCalls<Port>): Port {
  if (!isOn) return port;
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const found = watched[name as keyof Port];
      if (!found) return member.bind(target);
      const { call, subjects } = found;
      return async (...args: unknown[]) => {
        crashPoint(`before-${call}`, () => subjects(args));
        const result = await member.apply(target, args);
        crashPoint(`after-${call}`, () => subjects(args, result));
        return result;
      };
    },
  });
}
