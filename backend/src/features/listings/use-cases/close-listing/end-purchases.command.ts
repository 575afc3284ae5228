import { Command } from '@nestjs/cqrs';
import type { Position } from '#platform/event-store/event-store.js';

export interface PurchasesEnded {
  /** Purchases in flight, which are still awaited. */
  delivering: number;
  /** Of the log, when it was counted. */
  position: Position;
}

/**
 * Ends a sale's purchases that moved no money, and those whose tokens a wallet refuses. The payments feature handles
 * it.
 */
export class EndPurchases extends Command<PurchasesEnded> {
  constructor(readonly propertyId: number) {
    super();
  }
}
