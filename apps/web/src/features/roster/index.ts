export { type CandidateChange, CandidateTable } from './CandidateTable.tsx'
export { CompareDialog } from './CompareDialog.tsx'
export { NumberDialog } from './RosterDialogs.tsx'
