import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ScreeningResult } from '@tknest/contracts/api';
import { Screener } from '../../screening/screener.js';

/** What the sanctions list says of a name; nothing of it is kept. */
export class ScreenName extends Query<ScreeningResult> {
  constructor(readonly name: string) {
    super();
  }
}

@QueryHandler(ScreenName)
export class ScreenNameHandler implements IQueryHandler<ScreenName> {
  constructor(private readonly screener: Screener) {}

  async execute({ name }: ScreenName): Promise<ScreeningResult> {
    const { list: _, ...result } = await this.screener.screen(name);
    return result;
  }
}
