import { Module } from '@nestjs/common';
import { AuditController } from './use-cases/read-log/audit.controller.js';
import { ReadModelsController } from './use-cases/rebuild-read-models/read-models.controller.js';

@Module({ controllers: [AuditController, ReadModelsController] })
export class AuditModule {}
