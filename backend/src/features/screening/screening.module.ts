import { Module } from '@nestjs/common';
import { PersonScreening } from './person/person-screening.js';
import { Screening } from './screening.js';
import { ScreenNameController } from './use-cases/screen-name/screen-name.controller.js';
import { ScreenNameHandler } from './use-cases/screen-name/screen-name.query.js';

/** Who may be on a sanctions list, and what was decided about it. */
@Module({
  controllers: [ScreenNameController],
  providers: [Screening, PersonScreening, ScreenNameHandler],
  exports: [Screening, PersonScreening],
})
export class ScreeningModule {}
