// Preloaded by a test (NODE_OPTIONS=--import=…): sets the clock of every process of the program ahead by
// MOVED_CLOCK_MS.
const byMs = Number(process.env.MOVED_CLOCK_MS ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + byMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
  apply: (target) => new target(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
