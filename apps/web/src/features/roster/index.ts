export { type CandidateChange, type CandidateRow, CandidateTable } from './CandidateTable.tsx'
export { ImportDialog, NumberDialog } from './RosterDialogs.tsx'
