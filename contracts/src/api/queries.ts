/** Query strings: texts that are validated like bodies. An empty one counts as not given. */
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import {
  DATE_RANGES_DAYS,
  KYC,
  LISTING,
  LISTS,
  MARKET,
  PROPERTY_ORDERS,
  PROPERTY_STATES,
  TRANSACTION_TYPES,
  USER_ORDERS,
} from '../rules/index.js';
import { PageQuery } from './paging.js';

const all =
  (...rules: PropertyDecorator[]): PropertyDecorator =>
  (target, key) =>
    [IsOptional(), IsString(), ...rules].forEach((rule) => rule(target, key));
const text = (max = 1000) => all(MaxLength(max));
const words = (name: string, choices: readonly (string | number)[]) =>
  all(Matches(new RegExp(`^(${choices.join('|')})?$`), { message: `${name} must be ${choices.join(', ')}` }));
const whole = (name: string, max: number) =>
  all(Matches(/^([1-9]\d{0,8})?$/, { message: `${name} must be a whole number from 1 to ${max}` }));
const POSITION = new RegExp(`^(?=\\d{0,20}$)0*\\d{0,${LISTS.positionDigits}}$`);
const position = (name: string) => all(Matches(POSITION, { message: `${name} must be a position of the log` }));
const DAY = String.raw`\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?`;
const MOMENT = new RegExp(`^(${DAY}(T${TIME}Z)?)?$`);
/** A day, or a time in UTC. */
const moment = (name: string) =>
  all(Matches(MOMENT, { message: `${name} must be a day, or a moment in UTC: 2026-11-20T14:02:22Z` }));

const ID_LIST = new RegExp(`^(${LISTING.idPattern.source.slice(1, -1)}(,|$)){0,${MARKET.idsMax}}$`);
export class OwnWalletQuery {
  @text(100) wallet?: string;
}
export class PropertiesQuery extends PageQuery {
  @text() search?: string;
  @words('available', ['true', 'false']) available?: string;
  @words('mine', ['true', 'false']) mine?: string;
  @words('sort', ['newest', 'apr', 'price', 'term']) sort?: string;
}
/** `search`: a part of the name, the city or the purpose. `ids`: only these, such as `4,7`. */
export class MarketQuery extends PageQuery {
  @text(100) search?: string;
  @words('available', ['true', 'false']) available?: string;
  @words('sort', MARKET.sorts) sort?: string;
  @all(Matches(ID_LIST, { message: `ids must be up to ${MARKET.idsMax} numbers, separated by commas` })) ids?: string;
}
/** `mine`: the caller's own purchases, whatever the role. `search`: a part of a name, a hash or a wallet. */
export class PurchasesQuery extends PageQuery {
  @words('mine', ['true', 'false']) mine?: string;
  @text(100) search?: string;
}
export class PaymentsQuery extends PageQuery {
  @words('open', ['true', 'false']) open?: string;
  @words('refundable', ['true', 'false']) refundable?: string;
  @words('owedBack', ['true', 'false']) owedBack?: string;
  @words('feeOwed', ['true', 'false']) feeOwed?: string;
}
export class AllTransactionsQuery extends PageQuery {
  @words('type', ['all', ...TRANSACTION_TYPES]) type?: string;
  @words('status', ['all', 'completed', 'pending', 'processing', 'failed']) status?: string;
  @words('days', ['all', ...DATE_RANGES_DAYS]) days?: string;
  @text(100) wallet?: string;
  @all(Matches(/^([1-9]\d{0,8})?$/, { message: 'propertyId must be a positive whole number' })) propertyId?: string;
  @text() search?: string;
}
/** The office's list. `search`: a part of the name, the address or the landlord's wallet, or the id. */
export class AllPropertiesQuery extends PageQuery {
  @text(100) search?: string;
  @words('status', ['all', ...PROPERTY_STATES]) status?: string;
  @words('sort', ['all', ...PROPERTY_ORDERS]) sort?: string;
}
export class UsersQuery extends PageQuery {
  @text() search?: string;
  @text(40) type?: string;
  @words('kyc', ['all', 'not_started', ...Object.keys(KYC.progress)]) kyc?: string;
  @words('sort', ['all', ...USER_ORDERS]) sort?: string;
}
export class LogQuery {
  @position('after') after?: string;
  @position('through') through?: string;
  @whole('limit', LISTS.auditMax) limit?: string;
  @text(200) stream?: string;
  @text(100) type?: string;
  /** A wallet, or a role. */
  @text(100) actor?: string;
  /** A wallet named anywhere in the event. */
  @text(100) wallet?: string;
  /** Times, UTC: `from` is inclusive, `to` is exclusive. */
  @moment('from') from?: string;
  @moment('to') to?: string;
}
export class TimelineQuery {
  @whole('bars', LISTS.timelineBarsMax) bars?: string;
}
export class BooksQuery {
  @position('position') position?: string;
  @text(40) at?: string;
  @text(20) property?: string;
}
