import { createPageCodec, proposePage } from '@hengjuan/omr'
import { layoutSheet, renderPdf, sampleDesigns, templateOf } from '@hengjuan/sheet'
import { expect, test } from 'vitest'
import { openFile } from './open-file.ts'

test(
  'a PDF of a Chinese sheet: number, absence box, questions and answer areas are found and numbered as printed',
  { timeout: 240_000 },
  async () => {
    const geometry = layoutSheet(sampleDesigns.english)
    const pages = await openFile(await renderPdf(geometry))
    expect(pages.map(({ paper }) => Math.round(paper?.widthMm ?? 0))).toEqual([210, 210])
    const codec = createPageCodec()
    const known = templateOf(geometry).pages
    const ids = (page: { fields: { id: string }[] } | undefined) =>
      page?.fields.map(({ id }) => id).sort() ?? []
    // The second page carries nothing that the first does not.
    for (const [at, { jpeg, paper }] of pages.slice(0, 1).entries()) {
      const { page } = proposePage(await codec.decodeGray(jpeg), {
        page: at + 1,
        ...(paper ? { paper } : {}),
      })
      expect(ids(page)).toEqual(ids(known[at]))
      expect(page.regions).toHaveLength(known[at]?.regions.length ?? 0)
    }
  },
)
