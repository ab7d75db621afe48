export { ErrorSummary } from './ErrorSummary.tsx'
export { handlePath } from './handle-path.ts'
export { ScanErrors } from './ScanErrors.tsx'
