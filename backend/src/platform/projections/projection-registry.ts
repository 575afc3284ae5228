import { Injectable } from '@nestjs/common';
import type { Projection } from './projection.js';

/** Features register their read models here when their module starts; the runner, rebuilds and `replay` take them from here. */
@Injectable()
export class ProjectionRegistry {
  private readonly known = new Map<string, Projection>();

  register(projection: Projection): void {
    if (this.known.has(projection.name)) throw new Error(`There is a read model ${projection.name} already`);
    this.known.set(projection.name, projection);
  }

  all(): readonly Projection[] {
    return [...this.known.values()];
  }
}
