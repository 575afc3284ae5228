import { Injectable, type PipeTransform } from '@nestjs/common';
import { LISTING } from '@tknest/contracts/rules';
import { propertyNotFound } from './property-not-found.js';

/** The id of a property in an address. @throws Refused (404): nothing else is the id of one */
@Injectable()
export class PropertyId implements PipeTransform<string, number> {
  transform(text: string): number {
    if (!LISTING.idPattern.test(text)) throw propertyNotFound();
    return Number(text);
  }
}
