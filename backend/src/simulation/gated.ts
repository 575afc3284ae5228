import type { StreamWrite } from '#platform/event-store/event-store.js';
import type { Scheduler } from './scheduler.js';

/**
 * Every call to the outside waits at a gate before and after: there the process may be killed, and another one may
 * overtake.
 * @param onAppend called with what is about to be appended
 */
export function gated<Ports extends Record<string, object>>(
  scheduler: Scheduler,
  ports: Ports,
  onAppend: (writes: readonly StreamWrite[]) => void = () => undefined,
): Ports {
  const wrap = (name: string, target: object): object =>
    new Proxy(target, {
      get: (object, property) => {
        const value = (object as Record<string | symbol, unknown>)[property];
        if (typeof value !== 'function') return value;
        const label = `${name}.${String(property)}`;
        // Streams of answers, and what needs no answer of anybody.
        if (property === 'read' || property === 'history') return (...args: unknown[]) => value.apply(object, args);
        if (property === 'closeIntervalMs') return value.bind(object);
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
