/**
 * Everything stored in this browser. Each key is declared once: its storage, name, owner, and parser. A new key with
 * personal data belongs to a `wallet`, or to the `session` if its name does not contain the wallet, so that it is
 * deleted at the sign-out.
 */
import type { TrustLineRequestView } from '@tknest/contracts/api';
import { forget, storedKey } from './stored-key';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Whether it is a list of texts. */
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isLineRequest = (value: unknown): value is TrustLineRequestView =>
  isFields(value) &&
  isTexts([value.payloadUuid, value.qrCode, value.deepLink, value.expiresAt]) &&
  typeof value.trustLimit === 'number';

const word =
  <T extends string>(...words: readonly T[]) =>
  (text: string): T | null =>
    words.find((one) => one === text) ?? null;
const json =
  <T>(fits: (value: unknown) => value is T) =>
  (text: string): T | null => {
    const value: unknown = JSON.parse(text);
    return fits(value) ? value : null;
  };
const fitting = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : null);
const uuid = fitting(/^[\da-f-]{36}$/);
const address = fitting(/^r\w+$/);

// The script in index.html reads these three before the app loads.
export const COLOR_SCHEME = storedKey('localStorage', 'color-scheme', 'device', word('light', 'dark'));
/** Marks that somebody is signed in here, only for `index.html`. */
export const SIGNED_IN = storedKey('localStorage', 'signed-in', 'device', word('yes'));
export const DEMO_ACCESS = storedKey('sessionStorage', 'demo-access', 'device', word('open'));

export const TIME_ZONE = storedKey('localStorage', 'time-zone', 'device', word('utc'));
export const SINGLE_KEYS = storedKey('localStorage', 'single-keys', 'device', word('off'));
/** Users of the office as cards, although the window has room for a table. */
export const USERS_AS = storedKey('localStorage', 'users-as', 'device', word('cards'));

/** How far the page was scrolled, in pixels, when its document was left. */
export const PLACE = storedKey('sessionStorage', 'place', 'device', fitting(/^\d+$/));

/** Unsent form input, by form and wallet: `draftOf`. */
export const DRAFTS = storedKey('sessionStorage', 'draft:', 'wallet', json(isFields));
/** The application for verification survives the tab, under keys that begin with kyc_ (REQ-1.4.17), by wallet. */
export const KYC_FORM = storedKey('localStorage', 'kyc_formData:', 'wallet', json(isFields));
export const KYC_STEP = storedKey('localStorage', 'kyc_step:', 'wallet', fitting(/^\d$/));
/** The view chosen last, by wallet and role. */
export const VIEW = storedKey('sessionStorage', 'view:', 'wallet', word('landlord', 'investor'));
/** Payments that were open at the last poll, by wallet. */
export const OPEN_PAYMENTS = storedKey('sessionStorage', 'following:', 'wallet', json(isTexts));
/** The trust line request that waits for its signature, by wallet. */
export const LINE_REQUEST = storedKey('sessionStorage', 'line-request:', 'wallet', json(isLineRequest));

/** Idempotency keys of intents without an answer; their names do not reveal the intent. */
export const INTENTS = storedKey('sessionStorage', 'intent:', 'session', uuid);
/** Keys of intents that contain secrets, of which nothing is stored. */
export const SECRET_INTENTS = storedKey('memory', 'intent:', 'session', uuid);
/** The wallet to which the intents belong, even after its session has ended. */
export const INTENTS_OF = storedKey('sessionStorage', 'intents-of', 'session', address);

/** @param form distinguishes it from other forms, and from the same form about another subject */
export const draftOf = (form: string, wallet: string): string => `${form}:${wallet}`;

/** At the sign-out: deletes everything except the settings of the device. */
export const forgetPersonal = (): void => forget(['wallet', 'session']);
/** Deletes everything of the previous wallet. */
export const forgetOthers = (wallet: string): void => forget(['wallet'], wallet);
export const forgetIntents = (): void => forget(['session']);
/** From now on intents belong to this wallet, which repeats only its own. */
export function intendAs(wallet: string): void {
  const before = INTENTS_OF.read();
  if (before && before !== wallet) forgetIntents();
  INTENTS_OF.write(wallet);
}
