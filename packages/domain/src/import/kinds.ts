/** What goes through the import engine; batches name them for ever. */
export const IMPORT_KINDS = ['student', 'staff', 'candidate', 'score'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
