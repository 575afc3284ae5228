import { createHash } from 'node:crypto';

/** An application registered at this Xaman. */
export class XamanApplication {
  readonly view: { name: string; description: string; disabled: 0; uuidv4: string; icon_url: string };

  constructor(
    readonly apiKey: string,
    readonly apiSecret: string,
    /** Null: it has none. */
    readonly webhookUrl: string | null,
    baseUrl: string,
    name = 'Tknest',
  ) {
    this.view = {
      name,
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
