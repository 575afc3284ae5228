import type { EventStore, StreamWrite } from '#platform/event-store/event-store.js';
import type { Scheduler } from './scheduler.js';

/**
 * Every external call waits at a scheduler gate before and after: there the process may be killed, and another one may
 * overtake it.
 * @param onAppend called with the events that are about to be appended
 */
export function gated<Ports extends Record<string, object>>(
  scheduler: Pick<Scheduler, 'gate'>,
  ports: Ports,
  onAppend: (writes: readonly StreamWrite[]) => void = () => undefined,
): Ports {
  const wrap = (name: string, target: object): object =>
    new Proxy(target, {
      get: (object, property) => {
        const value = (object as Record<string | symbol, unknown>)[property];
        if (typeof value !== 'function') return value;
        const label = `${name}.${String(property)}`;
        // Streams of responses, and methods that make no external call.
        if (property === 'read' || property === 'history') return (...args: unknown[]) => value.apply(object, args);
        if (property === 'closeIntervalMs' || property === 'lifetime') return value.bind(object);
        return async (...args: unknown[]) => {
          await scheduler.gate(`before ${label}`);
          if (label === 'store.appendMany') onAppend(args[0] as StreamWrite[]);
          const result = await value.apply(object, args);
          await scheduler.gate(`after ${label}`);
          return result;
        };
      },
    });
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, wrap(name, port)])) as Ports;
}

/** The log, with a scheduler gate only after each append: any commit may be the last thing a process does. */
export const killedAfterAppends = (scheduler: Scheduler, log: EventStore): EventStore =>
  new Proxy(log, {
    get: (store, name) => {
      const value = Reflect.get(store, name) as unknown;
      if (typeof value !== 'function') return value;
      if (name !== 'append' && name !== 'appendMany') return value.bind(store);
      return async (...args: unknown[]) => {
        const result: unknown = await value.apply(store, args);
        await scheduler.gate(`after ${name}`);
        return result;
      };
    },
  });
