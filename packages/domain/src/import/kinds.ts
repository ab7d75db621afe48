/** What goes through the import engine; batches name them for ever. */
export const IMPORT_KINDS = ['student', 'staff', 'candidate'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
