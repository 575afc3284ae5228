import { Command } from '@nestjs/cqrs';
import type { Position } from '#platform/event-store/event-store.js';

export interface PurchasesEnded {
  /** The number of purchases in progress that are still awaited. */
  delivering: number;
  /** The log's position at the time of counting. */
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
