export { assertNoImportErrors, type ImportTable, readImportTable } from './import-table.ts'
export { readTable } from './read-table.ts'
export { plainText } from './plain-text.ts'
