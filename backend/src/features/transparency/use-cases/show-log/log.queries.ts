import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Refused } from '#platform/domain/refused.js';
import { Checkpoints } from '../../checkpoints/checkpoints.js';
import { LogTree } from '../../tree/log-tree.js';
import { readTileAddress } from './tile-address.js';

/** After how many seconds a caller may ask again for what no worker has published yet. */
const AGAIN_SECONDS = 10;
const notYet = (what: string): Refused =>
  new Refused('unavailable', `${what} Please try again in a moment.`, { retryAfterSeconds: AGAIN_SECONDS });

/** The newest signed checkpoint. */
export class ShowCheckpoint extends Query<string> {}

@QueryHandler(ShowCheckpoint)
export class ShowCheckpointHandler implements IQueryHandler<ShowCheckpoint> {
  constructor(private readonly checkpoints: Checkpoints) {}

  /** @throws Refused (unavailable) if none was signed yet */
  async execute(): Promise<string> {
    const newest = await this.checkpoints.newest();
    if (!newest) throw notYet('No checkpoint of the log has been signed yet.');
    return newest.note;
  }
}

/** The public key of the checkpoints. */
export class ShowLogKey extends Query<string> {}

@QueryHandler(ShowLogKey)
export class ShowLogKeyHandler implements IQueryHandler<ShowLogKey> {
  constructor(private readonly checkpoints: Checkpoints) {}

  /** @throws Refused (unavailable) until a worker has published it */
  async execute(): Promise<string> {
    const key = await this.checkpoints.verifierKey();
    if (!key) throw notYet('The key of the log has not been published yet.');
    return key;
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
