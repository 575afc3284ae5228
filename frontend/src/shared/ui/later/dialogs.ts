import { lazyPart } from '../../lazy-part';

/**
 * The dialogs of pages, which are loaded when one opens. A part that is itself loaded when it opens imports them
 * directly, so that it comes with its dialog.
 */
export const Modal = lazyPart(async () => ({ default: (await import('../modal/modal')).Modal }));
export const Confirm = lazyPart(async () => ({ default: (await import('../confirm/confirm')).Confirm }));
