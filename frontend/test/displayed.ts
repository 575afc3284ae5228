import { act } from '@testing-library/react';

/** All that is observed from now on is displayed so wide, px; undone by the returned function. */
export function displayedAt(width: number): () => void {
  const usual = window.ResizeObserver;
  window.ResizeObserver = class extends usual {
    constructor(private readonly inform: ResizeObserverCallback) {
      super(inform);
    }
    override observe() {
      const entries = [{ contentRect: { width } } as ResizeObserverEntry];
      queueMicrotask(() => act(() => this.inform(entries, this)));
    }
  };
  return () => {
    window.ResizeObserver = usual;
  };
}
