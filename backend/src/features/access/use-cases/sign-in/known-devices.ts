import { Injectable } from '@nestjs/common';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { KeyRing } from '#platform/vault/key-ring.js';

/** How long a device stays known after a sign-in on it. */
export const DEVICE_TTL_MS = 180 * 24 * 3_600_000;

/**
 * Devices on which somebody signed in before. A token identifies a device by a random value, authenticated by this
 * platform. It proves nothing else, grants no access, and does not say who signed in.
 */
@Injectable()
export class KnownDevices {
  constructor(private readonly ring: KeyRing) {}

  /** A token for a device: the previous one if it is genuine. */
  tokenFor(before: string | null): string {
    if (before && this.deviceOf(before)) return before;
    const device = randomBytes(16).toString('base64url');
    return `${device}.${this.seal(device)}`;
  }

  /** The device that a token names; null if this platform did not make it. */
  deviceOf(token: string | null): string | null {
    const [device = '', seal = ''] = token?.split('.') ?? [];
    const [given, expected] = [Buffer.from(seal), Buffer.from(this.seal(device))];
    return given.length === expected.length && timingSafeEqual(given, expected) ? device : null;
  }

  private seal(device: string): string {
    return createHmac('sha256', this.ring.current('devices').key).update(device).digest('base64url');
  }
}
