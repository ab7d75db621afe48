export { type CandidateChange, CandidateTable } from './CandidateTable.tsx'
export { ImportCandidatesDialog } from './ImportCandidatesDialog.tsx'
export { NumberDialog } from './RosterDialogs.tsx'
