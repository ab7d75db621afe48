import { expect, test } from 'vitest'
import { FileFault } from './open-file.ts'
import { OPEN_MS, runJob } from './run-job.ts'

/** A PDF of one page with so many lines. */
function pdfOfLines(count: number): Uint8Array {
  const lines = Array.from(
    { length: count },
    (_, at) => `${at % 595} ${(at * 7) % 842} m ${(at * 13) % 595} ${(at * 29) % 842} l S`,
  )
  const drawn = `0.3 w\n${lines.join('\n')}`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<>>>>',
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
  ].map((text, at) => `${at + 1} 0 obj${text}\nendobj\n`)
  return new TextEncoder().encode(
    `%PDF-1.4\n${objects.join('')}trailer<</Size 5/Root 1 0 R>>\n%%EOF`,
  )
}

test('a PDF of 300,000 lines is given up in time, and the next file is opened', async () => {
  const bytes = pdfOfLines(300_000)
  const begun = performance.now()
  await expect(runJob<'open'>({ kind: 'open', bytes }, 3000)).rejects.toThrow(FileFault)
  // Twelve times what it may take on an idle computer, and half of what it took before.
  expect(performance.now() - begun).toBeLessThan(60_000)
  const pages = await runJob<'open'>({ kind: 'open', bytes: pdfOfLines(30) }, OPEN_MS)
  expect(pages).toHaveLength(1)
}, 120_000)
