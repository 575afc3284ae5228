import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProcessRegistry } from '../../platform/processes/process-registry.js';
import { ProjectionRegistry } from '../../platform/projections/projection-registry.js';
import { IdentityModule } from '../identity/identity.public.js';
import { Property } from './read-models/property/property.entity.js';
import { propertyProjection } from './read-models/property/property.projection.js';
import { AttachContractHandler } from './use-cases/attach-contract/attach-contract.command.js';
import { ContractController } from './use-cases/attach-contract/contract.controller.js';
import { ContractNames } from './contract-names.js';
import { ContractEndsProcess } from './processes/contract-ends/contract-ends.process.js';
import { HeldListings } from './held-listings.js';
import { CloseListingHandler } from './use-cases/close-listing/close-listing.command.js';
import { CloseListingController } from './use-cases/close-listing/close-listing.controller.js';
import { CreateListingHandler } from './use-cases/create-listing/create-listing.command.js';
import { CreateListingController } from './use-cases/create-listing/create-listing.controller.js';
import { PropertyIds } from './use-cases/create-listing/property-ids.js';
import { HideListingHandler } from './use-cases/hide-listing/hide-listing.command.js';
import { HideListingController } from './use-cases/hide-listing/hide-listing.controller.js';
import { ShowContractHandler } from './use-cases/show-contract/show-contract.query.js';
import { ListPropertiesHandler } from './use-cases/show-properties/list-properties.query.js';
import { PropertiesController } from './use-cases/show-properties/properties.controller.js';
import { ShowPropertyHandler } from './use-cases/show-properties/show-property.query.js';
import { InterestRatesController } from './use-cases/show-rates/interest-rates.controller.js';
import { ShowRatesHandler } from './use-cases/show-rates/show-rates.query.js';
import { FindAddressHandler } from './use-cases/validate-address/find-address.query.js';
import { ValidateAddressController } from './use-cases/validate-address/validate-address.controller.js';

@Module({
  imports: [IdentityModule, TypeOrmModule.forFeature([Property])],
  controllers: [
    CreateListingController,
    ValidateAddressController,
    CloseListingController,
    HideListingController,
    ContractController,
    PropertiesController,
    InterestRatesController,
  ],
  providers: [
    PropertyIds,
    CreateListingHandler,
    CloseListingHandler,
    HideListingHandler,
    AttachContractHandler,
    ListPropertiesHandler,
    ShowPropertyHandler,
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
  ) {}

  onModuleInit(): void {
    this.projections.register(propertyProjection);
    this.processes.register(this.contractEnds);
  }
}
