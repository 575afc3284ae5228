import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PageHeads } from '#platform/http/page-heads.js';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { IdentityModule } from '#features/identity/module.public.js';
import {
  LatePayment,
  PropertyHolding,
  PropertyMomentRow,
  PropertySale,
} from './read-models/history/history.entities.js';
import { historyProjection } from './read-models/history/history.projection.js';
import { Property } from './read-models/property/property.entity.js';
import { propertyProjection } from './read-models/property/property.projection.js';
import { AttachContractHandler } from './use-cases/attach-contract/attach-contract.command.js';
import { ContractController } from './use-cases/attach-contract/contract.controller.js';
import { ContractNames } from './contract-names.js';
import { ContractEndsProcess } from './processes/contract-ends.process.js';
import { HeldListings } from './held-listings.js';
import { CloseListingHandler } from './use-cases/close-listing/close-listing.command.js';
import { CloseListingController } from './use-cases/close-listing/close-listing.controller.js';
import { CreateListingHandler, PropertyIds } from './use-cases/create-listing/create-listing.command.js';
import { CreateListingController } from './use-cases/create-listing/create-listing.controller.js';
import { ControlListingHandler } from './use-cases/control-listing/control-listing.command.js';
import { ControlListingController } from './use-cases/control-listing/control-listing.controller.js';
import { Previews } from './previews/previews.js';
import { PreviewsController } from './previews/previews.controller.js';
import { Sitemap } from './previews/sitemap.js';
import { SitemapController } from './previews/sitemap.controller.js';
import { PropertyHeads } from './property-heads.js';
import { ShowContractHandler } from './use-cases/show-contract/show-contract.query.js';
import { MarketController } from './use-cases/show-market/market.controller.js';
import { ShowMarketHandler } from './use-cases/show-market/show-market.query.js';
import { ProfileController } from './use-cases/show-profile/profile.controller.js';
import { ShowProfileHandler } from './use-cases/show-profile/show-profile.query.js';
import {
  ExportPropertiesHandler,
  ListAllPropertiesHandler,
} from './use-cases/show-properties/list-all-properties.query.js';
import { ListPropertiesHandler } from './use-cases/show-properties/list-properties.query.js';
import { PropertiesController } from './use-cases/show-properties/properties.controller.js';
import { ShowPropertyHandler } from './use-cases/show-properties/show-property.query.js';
import { InterestRatesController } from './use-cases/show-rates/interest-rates.controller.js';
import { ShowRatesHandler } from './use-cases/show-rates/show-rates.query.js';
import { FindAddressHandler } from './use-cases/validate-address/find-address.query.js';
import { ValidateAddressController } from './use-cases/validate-address/validate-address.controller.js';

@Module({
  imports: [
    IdentityModule,
    TypeOrmModule.forFeature([Property, PropertyMomentRow, PropertySale, PropertyHolding, LatePayment]),
  ],
  controllers: [
    CreateListingController,
    ValidateAddressController,
    CloseListingController,
    ControlListingController,
    ContractController,
    PropertiesController,
    MarketController,
    PreviewsController,
    SitemapController,
    ProfileController,
    InterestRatesController,
  ],
  providers: [
    PropertyIds,
    CreateListingHandler,
    CloseListingHandler,
    ControlListingHandler,
    AttachContractHandler,
    ListPropertiesHandler,
    ShowMarketHandler,
    Previews,
    Sitemap,
    ListAllPropertiesHandler,
    ExportPropertiesHandler,
    ShowPropertyHandler,
    ShowProfileHandler,
    PropertyHeads,
    ShowContractHandler,
    ShowRatesHandler,
    FindAddressHandler,
    HeldListings,
    ContractEndsProcess,
    ContractNames,
  ],
  exports: [HeldListings],
})
export class ListingsModule implements OnModuleInit {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly contractEnds: ContractEndsProcess,
    private readonly pageHeads: PageHeads,
    private readonly heads: PropertyHeads,
  ) {}

  onModuleInit(): void {
    this.projections.register(propertyProjection);
    this.projections.register(historyProjection);
    this.pageHeads.register('/', () => this.heads.fixed('landing'));
    this.pageHeads.register('/properties', () => this.heads.fixed('properties'));
    this.pageHeads.register('/properties/:propertyId', ([id], ...by) => this.heads.of(id!, ...by));
    this.processes.register(this.contractEnds);
  }
}
