import { Controller, Get, Header } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Access } from '#platform/http/access.js';
import { ShowLogKey } from '#features/transparency/module.public.js';
import { LEDGER_TOML, ledgerToml } from './ledger-toml.js';
import { ShowPlatform } from './show-platform.query.js';

@Controller(LEDGER_TOML)
export class LedgerTomlController {
  constructor(private readonly queries: QueryBus) {}

  /** The platform's accounts, token and record, for wallets and explorers of the ledger (XLS-26). */
  @Get()
  @Access('public')
  @Header('Content-Type', 'application/toml')
  @Header('Access-Control-Allow-Origin', '*')
  async show(): Promise<string> {
    return ledgerToml(await this.queries.execute(new ShowPlatform()), await this.queries.execute(new ShowLogKey()));
  }
}
