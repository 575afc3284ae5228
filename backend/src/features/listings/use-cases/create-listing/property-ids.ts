import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Property } from '../../read-models/property/property.entity.js';

/** Hands out property ids 1, 2, 3 …: a guess from the read model that the stream's own creation confirms. */
@Injectable()
export class PropertyIds {
  private last = 0;

  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async next(): Promise<number> {
    const highest = (await this.db.getRepository(Property).maximum('id')) ?? 0;
    this.last = Math.max(this.last, highest) + 1;
    return this.last;
  }
}
