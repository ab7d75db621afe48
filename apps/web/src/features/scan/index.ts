export { ErrorSummary } from './ErrorSummary.tsx'
export { handlePath } from './handle-path.ts'
export { MissingImages } from './MissingImages.tsx'
export { ScanErrors } from './ScanErrors.tsx'
