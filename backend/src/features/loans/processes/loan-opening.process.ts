import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { ProcessManager } from '#platform/processes/process-manager.js';
import { OpenLoan } from '../use-cases/open-loan/open-loan.command.js';

/** Opens the loan of a listing that is fully funded or closed, whichever comes first. */
@Injectable()
export class LoanOpeningProcess implements ProcessManager {
  readonly name = 'loan-opening';
  readonly events = ['ListingFullyFunded', 'ListingClosed'];

  constructor(private readonly commands: CommandBus) {}

  lane(event: RecordedEvent): string {
    return String(event.data.propertyId);
  }

  handle({ data }: RecordedEvent): Promise<void> {
    return this.commands.execute(new OpenLoan(data.propertyId));
  }
}
