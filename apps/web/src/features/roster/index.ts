export { type CandidateChange, CandidateTable } from './CandidateTable.tsx'
export { ImportDialog, NumberDialog } from './RosterDialogs.tsx'
