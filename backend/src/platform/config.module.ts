import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CLOCK, systemClock } from './clock/clock.js';
import { KeyRing } from './vault/key-ring.js';
import { CONFIG, type Config } from './config/config.js';

@Global()
@Module({})
export class ConfigModule {
  /** @param ring opened by the entry point; tools that only read the log need no open ring */
  static with(config: Config, ring: KeyRing): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: KeyRing, useValue: ring },
        { provide: CLOCK, useValue: systemClock },
      ],
      exports: [CONFIG, KeyRing, CLOCK],
    };
  }
}
