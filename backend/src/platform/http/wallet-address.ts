import { Injectable, type PipeTransform } from '@nestjs/common';
import { isValidClassicAddress } from 'xrpl';
import { Refused } from '../domain/refused.js';

/** The wallet in an address of the interface. @throws Refused (404): nothing else is the name of one */
@Injectable()
export class WalletAddress implements PipeTransform<string, string> {
  transform(text: string): string {
    if (!isValidClassicAddress(text)) throw new Refused('not-found', 'No such user');
    return text;
  }
}
