export { designGrid } from './design-grid.ts'
export { gridFaults } from './grid-faults.ts'
export { worstError } from './print-error.ts'
export { inkBounds, renderPages } from './rendered-page.ts'
