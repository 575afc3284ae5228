import type { Position } from '../event-store/event-store.js';

interface Waiter {
  position: Position;
  wake(): void;
}

/** The last known position of each read model, and the requests that wait for one. */
export class PositionBoard {
  private readonly positions = new Map<string, Position>();
  private readonly waiters = new Map<string, Set<Waiter>>();

  at(name: string): Position {
    return this.positions.get(name) ?? '';
  }

  get waiting(): boolean {
    return this.waiters.size > 0;
  }

  moved(name: string, position: Position): void {
    if (position <= this.at(name)) return;
    this.positions.set(name, position);
    for (const waiter of this.waiters.get(name) ?? []) if (waiter.position <= position) waiter.wake();
  }

  /** Resolves with true once the read model has reached `position`, with false after `timeoutMs`. */
  reached(name: string, position: Position, timeoutMs: number): Promise<boolean> {
    if (this.at(name) >= position) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (reached: boolean) => {
        clearTimeout(timer);
        const others = this.waiters.get(name)!;
        others.delete(waiter);
        if (others.size === 0) this.waiters.delete(name);
        resolve(reached);
      };
      const waiter: Waiter = { position, wake: () => done(true) };
      const timer = setTimeout(() => done(false), timeoutMs);
      this.waiters.set(name, (this.waiters.get(name) ?? new Set()).add(waiter));
    });
  }
}
