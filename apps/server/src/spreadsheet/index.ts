export {
  assertNoImportErrors,
  type ImportTable,
  readXlsx,
  readXlsxTable,
  type TableRow,
} from './xlsx-reader.ts'
