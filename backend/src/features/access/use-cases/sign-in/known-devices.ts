import { Injectable } from '@nestjs/common';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { KeyRing } from '#platform/vault/key-ring.js';

/** How long a device stays known after a sign-in on it. */
export const DEVICE_TTL_MS = 180 * 24 * 3_600_000;

/** `known`: a verified wallet signed in on the device; `office`: a wallet that the settings name. */
export type DeviceKind = 'known' | 'office';
export interface Device {
  id: string;
  kind: DeviceKind;
}

/**
 * Devices on which somebody signed in before. A token identifies a device by a random value and its kind,
 * authenticated by this platform. It proves nothing else, grants no access, and does not say who signed in.
 */
@Injectable()
export class KnownDevices {
  constructor(private readonly ring: KeyRing) {}

  /** A token for a device: the previous one if it is genuine, which becomes the office's with an office's wallet. */
  tokenFor(before: string | null, kind: DeviceKind): string {
    const known = this.deviceOf(before);
    const named = `${known?.kind === 'office' ? 'office' : kind}.${known?.id ?? randomBytes(16).toString('base64url')}`;
    return `${named}.${this.seal(named)}`;
  }

  /** The device that a token names; null if this platform did not make it. */
  deviceOf(token: string | null): Device | null {
    const [kind = '', id = '', seal = ''] = token?.split('.') ?? [];
    const [given, expected] = [Buffer.from(seal), Buffer.from(this.seal(`${kind}.${id}`))];
    const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
    return isGenuine ? { id, kind: kind as DeviceKind } : null;
  }

  private seal(device: string): string {
    return createHmac('sha256', this.ring.current('devices').key).update(device).digest('base64url');
  }
}
