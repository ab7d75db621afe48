import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isBlankPage } from './blank-page.ts'

const SCANS = path.resolve(import.meta.dirname, '../../../../../test-scans')

test.for([
  ['a printed page', 'a4-200dpi-clean/scan-2.jpg', false],
  ['a page with print and nothing written', 'a4-absent-no-answers/scan-1.jpg', false],
  ['an empty page', 'a4-blank-second-page/scan-2.jpg', true],
] as const)('%s: %s is blank: %s', async ([, file, isBlank]) => {
  expect(await isBlankPage(await readFile(path.join(SCANS, file)))).toBe(isBlank)
})

/** Paper of 1654 by 2339 pixels, grey 240, with what is drawn on it. */
const paper = (drawing: string) =>
  sharp(
    Buffer.from(
      `<svg width="1654" height="2339"><rect width="1654" height="2339" fill="#f0f0f0"/>${drawing}</svg>`,
    ),
  )
    .jpeg()
    .toBuffer()

test('one written word is enough, a speck or a shadow at the edge is not', async () => {
  const word =
    '<path d="M800 900 q30 -60 60 0 t60 0 t60 0" fill="none" stroke="#334" stroke-width="5"/>'
  const rest =
    '<circle cx="700" cy="700" r="3" fill="#000"/><rect width="30" height="2339" fill="#888"/>'
  expect(await isBlankPage(await paper(word))).toBe(false)
  expect(await isBlankPage(await paper(rest))).toBe(true)
})
