// The kernels that look at many pixels, compiled to WebAssembly with SIMD. What is compiled is
// committed in src/kernels/wasm; `node packages/omr/src/kernels/wasm/compile.ts` makes it anew.
export { countTones, smoothLevels, tileLevels } from './paper'
export { findBlobs, sumInk } from './blobs'
export { darkShares, measureBubbles, ringShare } from './bubbles'
export { lineProfile } from './lines'
export { fineShift, outlineProfile } from './outlines'
export { outlinesSeen, usualRidge } from './outlines-seen'
export { aimPlaces, writePlaces } from './places'
export { nextDip, sumRows } from './streaks'
export { countDots, inkRows } from './ink'
export { warpRows } from './warp'
export { splitChannels } from './channels'
export { shrink } from './shrink'
