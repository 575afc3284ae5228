import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Refused } from '#platform/domain/refused.js';
import { Checkpoints } from '../../checkpoints/checkpoints.js';
import { LogTree } from '../../tree/log-tree.js';
import { readTileAddress } from './tile-address.js';

/** The newest signed checkpoint. */
export class ShowCheckpoint extends Query<string> {}

@QueryHandler(ShowCheckpoint)
export class ShowCheckpointHandler implements IQueryHandler<ShowCheckpoint> {
  constructor(private readonly checkpoints: Checkpoints) {}

  /** @throws Refused (not-found) if none was signed yet */
  async execute(): Promise<string> {
    const newest = await this.checkpoints.newest();
    if (!newest) throw new Refused('not-found', 'No checkpoint of the log has been signed yet. Ask again in a minute.');
    return newest.note;
  }
}

/** The public key of the checkpoints. */
export class ShowLogKey extends Query<string> {}

@QueryHandler(ShowLogKey)
export class ShowLogKeyHandler implements IQueryHandler<ShowLogKey> {
  constructor(private readonly checkpoints: Checkpoints) {}

  execute(): Promise<string> {
    return this.checkpoints.verifierKey();
  }
}

/** Hashes of one tile of the tree. */
export class ShowTile extends Query<Buffer> {
  constructor(
    readonly level: string,
    readonly path: readonly string[],
  ) {
    super();
  }
}

@QueryHandler(ShowTile)
export class ShowTileHandler implements IQueryHandler<ShowTile> {
  constructor(private readonly tree: LogTree) {}

  /** @throws Refused (not-found) if the address names no tile, or the tree does not extend that far */
  async execute({ level, path }: ShowTile): Promise<Buffer> {
    const address = readTileAddress(level, path);
    const hashes = address && (await this.tree.tile(address, address.width));
    if (!hashes) throw new Refused('not-found', 'There is no such tile, or the tree has not grown that far');
    return hashes;
  }
}
