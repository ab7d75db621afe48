export { RegionExams } from './RegionExams.tsx'
export { RegionSchools } from './RegionSchools.tsx'
export { RegionTree } from './RegionTree.tsx'
