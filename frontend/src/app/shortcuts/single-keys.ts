import { SINGLE_KEYS } from '../../shared/storage/keys';
import { useStored } from '../../shared/storage/stored-key';

/**
 * Whether single-key shortcuts are on, on this device. Speech input and some assistive devices press keys
 * unintentionally (WCAG 2.1.4).
 */
export const singleKeysOn = (): boolean => SINGLE_KEYS.read() !== 'off';

export const switchSingleKeys = (on: boolean): void => SINGLE_KEYS.write(on ? null : 'off');

export const useSingleKeys = (): boolean => useStored(SINGLE_KEYS) !== 'off';
