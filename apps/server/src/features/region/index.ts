export { registerRegion } from './region.routes.ts'
export { createRegionalAccount } from './create-bureau.ts'
export { placeSchool, readRegion } from './region-names.ts'
