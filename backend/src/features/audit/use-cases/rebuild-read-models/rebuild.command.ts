import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refused } from '#platform/domain/refused.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';

/** Rebuilds one read model, or all, from the log beside the live one. */
export class RebuildReadModels extends Command<void> {
  constructor(readonly name: string | undefined) {
    super();
  }
}

@CommandHandler(RebuildReadModels)
export class RebuildReadModelsHandler implements ICommandHandler<RebuildReadModels> {
  constructor(
    private readonly registry: ProjectionRegistry,
    private readonly readModels: ReadModels,
    private readonly requests: WorkerRequests,
  ) {
    requests.carryOut('rebuild-read-models', async ({ name: of }: { name?: string }) => this.readModels.rebuild(of));
  }

  /** @throws Refused if there is no such read model */
  async execute({ name }: RebuildReadModels): Promise<void> {
    const names = this.registry.all().map((projection) => projection.name);
    if (name !== undefined && !names.includes(name))
      throw new Refused('not-found', `There is no read model ${name}; there are ${names.join(', ')}`);
    await this.requests.ask('rebuild-read-models', { name }, { withinMs: 5_000 });
  }
}
