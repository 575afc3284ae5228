import { Command } from '@nestjs/cqrs';

/**
 * A sale ends: its purchases that moved no money end, and those whose tokens a wallet refuses. Whoever keeps purchases
 * handles it. Answers with how many are in flight and still awaited.
 */
export class EndPurchases extends Command<number> {
  constructor(readonly propertyId: number) {
    super();
  }
}
