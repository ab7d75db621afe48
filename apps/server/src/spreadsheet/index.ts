export {
  assertNoImportErrors,
  type ImportTable,
  readAnyTable,
  readXlsx,
  readXlsxTable,
} from './xlsx-reader.ts'
export { plainText } from './plain-text.ts'
