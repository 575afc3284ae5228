import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Logger } from '@nestjs/common';
import { Refused } from '#platform/domain/refused.js';
import { ListKeeper } from '../../list/list-keeper.js';
import { ListRefused } from '../../list/listed-party.js';

/** An officer fetches the list now. */
export class RefreshList extends Command<void> {}

@CommandHandler(RefreshList)
export class RefreshListHandler implements ICommandHandler<RefreshList> {
  private readonly log = new Logger('Sanctions');

  constructor(private readonly lists: ListKeeper) {}

  /** @throws Refused (409) if the list is empty or shrank, (503) if it cannot be fetched */
  async execute(): Promise<void> {
    try {
      await this.lists.refresh();
    } catch (error) {
      if (error instanceof ListRefused) throw new Refused('conflict', error.message);
      this.log.error({ err: error }, 'The sanctions list cannot be fetched');
      throw new Refused(
        'unavailable',
        'The sanctions list can’t be fetched at the moment. The previous one stays in use.',
      );
    }
  }
}
