import type { UserEvent } from '@testing-library/user-event';

/**
 * Pastes a text into a field at once: if the test is not about typing, the form need not be rendered again for each
 * letter.
 */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
