import { randomUUID } from 'node:crypto';
import { DurableMap } from '../shared/durable-map.js';

const VALID_DAYS = 30;
const DAY_SECONDS = 86_400;

export interface UserToken {
  user_token: string;
  account: string;
  token_issued: number;
  token_expiration: number;
}

/** Tokens by which the application may ring a wallet again: one per wallet, renewed by each signing. */
export class UserTokens {
  private constructor(private readonly tokens: DurableMap<UserToken>) {}

  static async open(file?: string): Promise<UserTokens> {
    return new UserTokens(await DurableMap.open<UserToken>(file));
  }

  async renew(account: string): Promise<UserToken> {
    const now = Math.floor(Date.now() / 1000);
    const known = this.of(account);
    const token = {
      user_token: known?.user_token ?? randomUUID(),
      account,
      token_issued: known?.token_issued ?? now,
      token_expiration: now + VALID_DAYS * DAY_SECONDS,
    };
    await this.tokens.set(account, token);
    return token;
  }

  of(account: string | null): UserToken | undefined {
    return account === null ? undefined : this.tokens.get(account);
  }

  find(userToken: string | null): UserToken | undefined {
    return this.tokens
      .values()
      .find((each) => each.user_token === userToken && each.token_expiration > Date.now() / 1000);
  }

  close(): Promise<void> {
    return this.tokens.close();
  }
}
