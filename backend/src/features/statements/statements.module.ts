import { Module } from '@nestjs/common';
import { ActivityModule } from '#features/activity/module.public.js';
import { ListStatementsHandler } from './use-cases/show-statement/list-statements.query.js';
import { ShowStatementHandler } from './use-cases/show-statement/show-statement.query.js';
import { StatementsController } from './use-cases/show-statement/statements.controller.js';

/** Monthly and yearly statements of a wallet, as an API answer and as files. */
@Module({
  imports: [ActivityModule],
  controllers: [StatementsController],
  providers: [ShowStatementHandler, ListStatementsHandler],
})
export class StatementsModule {}
