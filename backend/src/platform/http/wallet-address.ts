import { Injectable, type PipeTransform } from '@nestjs/common';
import { isValidClassicAddress } from 'xrpl';
import { Refused } from '../domain/refused.js';

/** The wallet in an API path. @throws Refused (404) for anything that is not a wallet address */
@Injectable()
export class WalletAddress implements PipeTransform<string, string> {
  transform(text: string): string {
    if (!isValidClassicAddress(text)) throw new Refused('not-found', 'No such user');
    return text;
  }
}
