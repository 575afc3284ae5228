import { Injectable } from '@nestjs/common';
import type { Projection } from './projection.js';

/**
 * Features register their read models here when their module starts; the runner, rebuilds and `replay` take them from
 * here.
 */
@Injectable()
export class ProjectionRegistry {
  private readonly known = new Map<string, Projection>();

  /** @throws Error if the name or a table is taken or not valid */
  register(projection: Projection): void {
    const { name, tables } = projection;
    if (!/^[a-z][a-z0-9-]{0,40}$/.test(name))
      throw new Error(`"${name}" is not a read model's name: kebab-case, at most 41 characters`);
    if (this.known.has(name)) throw new Error(`There is already a read model ${name}`);
    for (const table of tables) {
      if (!/^[a-z][a-z0-9_]*$/.test(table))
        throw new Error(`Read model ${name}: "${table}" is not a table's unqualified name`);
      const owner = this.all().find((other) => other.tables.includes(table));
      if (owner) throw new Error(`Read model ${name}: table ${table} belongs to ${owner.name}`);
    }
    this.known.set(name, projection);
  }

  all(): readonly Projection[] {
    return [...this.known.values()];
  }
}
