/** The two roles that users choose themselves (D1 §6). */
export type Role = 'landlord' | 'investor';

/** The role named by a text; investor if it names none. */
export const asRole = (text: string | null | undefined): Role => (text === 'landlord' ? 'landlord' : 'investor');
