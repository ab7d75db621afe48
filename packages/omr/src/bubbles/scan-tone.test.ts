import { expect, test } from 'vitest'
import { isBlackAndWhite } from './scan-tone.ts'

// Shares measured on scans of each kind: darker than 40, and darker than 215.
test.for([
  [0.0638, 0.0638, true, 'black and white'],
  [0.0381, 0.0479, true, 'dithered to black and white, then compressed'],
  [0.0425, 0.0881, false, 'grey, scanned too dark'],
  [0.0063, 0.0463, false, 'grey, scanned too bright'],
  [0.0005, 0.0362, false, 'a bleached photograph'],
  [0.7363, 0.8935, false, 'a sheet photographed on a dark table'],
] as const)('black %f, below bright %f: %o (%s)', ([black, belowBright, expected]) => {
  const tones = { black, belowBright, dark: 0, pale: 0, drowned: 0, burnt: 0 }
  expect(isBlackAndWhite({ tones })).toBe(expected)
})
