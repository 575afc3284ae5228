/** Turns the data of one schema version into that of the next. Pure; never edited once released. */
export type Upcaster = (data: any) => object;

/** By event name, then by the version from which an upcaster starts. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

/**
 * The steps from every stored version to the current one. To change a schema: increment its version in EVENT_CATALOGUE,
 * add the step here, and keep the old golden file with the new one.
 */
export const UPCASTERS: Upcasters = {};
