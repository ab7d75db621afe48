import { PDFiumLibrary } from '@hyzyla/pdfium'
import { describe, expect, it } from 'vitest'
import { layoutSheet } from './layout-sheet.ts'
import { renderPdf } from './render-pdf.ts'
import { renderSvg } from './render-svg.ts'
import { sampleDesigns } from './samples.ts'
import { unprintableCharacters } from './sheet-font.ts'
import { inkCentre, renderPages } from './testing/rendered-page.ts'

const chinese = layoutSheet(sampleDesigns.chinese)
const student = { name: '王小明', examNo: '20260117', className: '高一（1）班' }

async function textsOf(pdf: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const texts = [...document.pages()].map((page) => page.getText())
  document.destroy()
  library.destroy()
  return texts
}

describe('a sheet as PDF', () => {
  it('is the same file each time', async () => {
    expect(Buffer.from(await renderPdf(chinese)).equals(await renderPdf(chinese))).toBe(true)
  })

  it('carries its Chinese text', async () => {
    const [first] = await textsOf(await renderPdf(chinese))
    for (const text of ['答题卡', '准考证号', '注意事项', '贴 条 形 码 区', '缺考标记', '选做'])
      expect(first).toContain(text)
  })

  it('prints name, class, number and barcode of its candidate and no empty barcode area', async () => {
    const pdf = await renderPdf(chinese, { student })
    const [first] = await textsOf(pdf)
    for (const text of ['王小明', '高一（1）班', '20260117']) expect(first).toContain(text)
    expect(first).not.toContain('贴 条 形 码 区')
    const [page] = await renderPages(pdf, chinese.pages[0]!, 150)
    const code = chinese.pages[0]!.barcodes[0]!
    const window = {
      ...code,
      yMm: code.yMm + 8,
      heightMm: 4,
      xMm: code.xMm + 2,
      widthMm: code.widthMm - 4,
    }
    expect(inkCentre(page!, window)?.xMm).toBeCloseTo(code.xMm + code.widthMm / 2, -1)
  })

  it('merges a class into one file at little more than the size of a sheet', async () => {
    const one = await renderPdf(chinese, { student })
    const students = Array.from({ length: 40 }, (_, index) => ({
      ...student,
      name: `考生${index}`,
      examNo: String(20260100 + index),
    }))
    const run = await renderPdf(chinese, { students })
    const texts = await textsOf(run)
    expect(texts).toHaveLength(80)
    expect(texts[0]).toContain('20260100')
    expect(texts[78]).toContain('20260139')
    expect(texts[78]).toContain('注意事项')
    expect(run.length).toBeLessThan(one.length * 6)
  })

  it('prints rare characters of names, and a box for one that the font lacks', async () => {
    // From the 通用规范汉字表 (𬭎 𬬭 䶮 stand beyond the basic block) and from the extensions.
    const rare = '喆堃玥珺犇䶮𬭎𬬭邨翛㛃'
    expect(unprintableCharacters(`${rare}𠀀`)).toEqual(['𠀀'])
    const pdf = await renderPdf(chinese, { student: { ...student, name: '𬬭𠀀明' } })
    expect((await textsOf(pdf))[0]).toContain('𬬭□明')
  })
})

describe('a page as SVG', () => {
  it('has the paper size and as many bubbles as the template', () => {
    const [page] = chinese.pages
    const svg = renderSvg(page!)
    expect(svg).toContain('viewBox="0 0 420 297"')
    const bubbles = page!.fields.flatMap((field) => field.bubbles)
    const outlines = svg.match(/stroke-width="0.18"\/>/g) ?? []
    expect(outlines.length).toBeGreaterThanOrEqual(bubbles.length)
  })

  it('escapes what a school wrote', () => {
    const design = { ...sampleDesigns.english, title: '<b>&"期中"' }
    const svg = renderSvg(layoutSheet(design).pages[0]!)
    expect(svg).not.toContain('<b>')
    expect(svg).toContain('&#60;b&#62;&#38;&#34;期中')
  })
})
