export { FinishDialog } from './FinishDialog.tsx'
export { FullMarkDialog } from './FullMarkDialog.tsx'
export { ImportedSubjects, type ImportedSubject } from './ImportedSubjects.tsx'
