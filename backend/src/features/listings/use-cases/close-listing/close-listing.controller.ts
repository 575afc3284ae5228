import { Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { PropertyView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { handleCommand } from '../../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { ReadModels } from '../../../../platform/projections/read-models.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import { closeListing, listingFold } from '../../listing.decider.js';
import { PropertyId } from '../../property-id.js';
import { Property } from '../../read-models/property/property.entity.js';
import { viewOf } from '../../read-models/property/property.view.js';

@Controller('api/properties')
export class CloseListingController {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
    private readonly causation: Causation,
    private readonly readModels: ReadModels,
  ) {}

  /** The owner ends the sale: the loan's principal is what was sold. Not while tokens are reserved. */
  @Post(':id/close')
  @HttpCode(200)
  async close(@CurrentSession() session: Session, @Param('id', PropertyId) id: number): Promise<PropertyView> {
    const { position } = await handleCommand(
      this.store,
      listingFold(id),
      (state) => closeListing({ wallet: session.wallet }, state),
      await this.causation.contextOf({ session }),
    );
    await this.readModels.waitFor(position, ['properties']);
    return viewOf(await this.db.getRepository(Property).findOneByOrFail({ id }));
  }
}
