import { createHash } from 'node:crypto';

/** The one application registered at this Xaman: the platform. */
export class XamanApplication {
  readonly view: { name: string; description: string; disabled: 0; uuidv4: string; icon_url: string };

  constructor(
    readonly apiKey: string,
    readonly apiSecret: string,
    readonly webhookUrl: string,
    baseUrl: string,
  ) {
    this.view = {
      name: 'Tknest',
      description: 'Rent-backed property funding',
      disabled: 0,
      uuidv4: apiKey,
      icon_url: `${baseUrl}/phone/tknest.svg`,
    };
  }

  /** A stable id of the person behind a wallet, as the API shows it to this application only. */
  userOf(account: string): string {
    return uuidFrom(`user ${this.apiKey} ${account}`);
  }
}

/** A version-4-shaped UUID that follows from a text. */
export function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
