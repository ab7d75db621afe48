export { registerSheet } from './sheet.routes.ts'
export { countScannedSheets } from './scan-count.query.ts'
export { dropStructure } from './sync-structure.ts'
export { proposeSheet } from './import/propose-sheet.ts'
