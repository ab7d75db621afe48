export { assertNoImportErrors, type ImportTable, readXlsx, readXlsxTable } from './xlsx-reader.ts'
