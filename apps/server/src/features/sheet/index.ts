export { registerSheet } from './sheet.routes.ts'
export { countScannedSheets } from './scan-count.query.ts'
export { dropStructure, syncStructure } from './sync-structure.ts'
