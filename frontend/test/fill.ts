import type { UserEvent } from '@testing-library/user-event';

/**
 * Puts a text into a field at once, as somebody does who pastes it: where what each letter causes is not what is asked,
 * a form need not be shown anew for each.
 */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
