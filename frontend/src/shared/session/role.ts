/** The two roles that people choose themselves (D1 §6). */
export type Role = 'landlord' | 'investor';

/** The role that a text names; the investor's if it names none. */
export const asRole = (text: string | null | undefined): Role => (text === 'landlord' ? 'landlord' : 'investor');
