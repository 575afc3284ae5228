/** D2 §2.1: a property without a name is called by its number. */
export const nameOf = ({ id, name }: { id: number; name: string }): string => name.trim() || `Property #${id}`;
