export { type CandidateChange, CandidateTable } from './CandidateTable.tsx'
export { NumberDialog } from './RosterDialogs.tsx'
