import { Injectable, type PipeTransform } from '@nestjs/common';
import { LISTING } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { propertyNotFound } from './property-not-found.js';

/** Parses a property's id in a path. @throws Refused (404) for anything that is not an id */
@Injectable()
export class PropertyId implements PipeTransform<string, number> {
  transform(text: string): number {
    if (!LISTING.idPattern.test(text)) throw propertyNotFound();
    return Number(text);
  }
}

const SELECT = 'Please select a property';

/** Parses the id of the property to buy from (document 1 §5). @throws Refused (400) below 1, or (404) as above */
@Injectable()
export class SelectedPropertyId extends PropertyId {
  override transform(text: string): number {
    if (/^(-\d+|0+)$/.test(text)) throw new Refused('invalid', SELECT, { errors: { propertyId: [SELECT] } });
    return super.transform(text);
  }
}
