/** The two roles that people choose themselves (D1 §6). */
export type Role = 'landlord' | 'investor';
