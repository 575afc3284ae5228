import { Injectable, type PipeTransform } from '@nestjs/common';
import { LISTING } from '@tknest/contracts/rules';
import { propertyNotFound } from './property-not-found.js';

/** Parses a property's id in a path. @throws Refused (404) for anything that is not an id */
@Injectable()
export class PropertyId implements PipeTransform<string, number> {
  transform(text: string): number {
    if (!LISTING.idPattern.test(text)) throw propertyNotFound();
    return Number(text);
  }
}
