export { JobLine } from './JobLine.tsx'
