export { ImportBatches } from './ImportBatches.tsx'
export { ImportDialog } from './ImportDialog.tsx'
export { KIND_WORDS } from './import-kinds.ts'
export { TemplateButton } from './TableColumns.tsx'
