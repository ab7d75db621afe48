export { ExamForm } from './ExamForm.tsx'
export { ExamStatusTag, ExamTable } from './ExamTable.tsx'
export { MarkerBoard } from './MarkerBoard.tsx'
export { type Progress, SubjectLines, type SubjectLinks } from './SubjectLines.tsx'
