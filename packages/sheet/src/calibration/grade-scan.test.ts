import { beforeAll, describe, expect, it } from 'vitest'
import { renderPdf } from '../render-pdf.ts'
import { sampleDesigns } from '../samples.ts'
import { renderPages } from '../testing/rendered-page.ts'
import { calibrationGeometry } from './calibration-page.ts'
import { type CalibrationGrade, gradeScan } from './grade-scan.ts'
import type { GreyScan } from './scan-measure.ts'

const DPI = 150
let printed: GreyScan

beforeAll(async () => {
  const geometry = calibrationGeometry(sampleDesigns.english)
  const [page] = await renderPages(await renderPdf(geometry), geometry.pages[0]!, DPI)
  printed = page!
})

/** The scan seen through a map from its own pixels to those of the print; white around it. */
function scanned(look: {
  scale?: number
  skewDeg?: number
  darken?: (grey: number) => number
  cutPx?: number
}): GreyScan {
  const { scale = 1, skewDeg = 0, darken = (grey) => grey, cutPx = 0 } = look
  const { widthPx, heightPx } = printed
  const [sin, cos] = [Math.sin((skewDeg * Math.PI) / 180), Math.cos((skewDeg * Math.PI) / 180)]
  const grey = new Uint8Array(widthPx * heightPx)
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      const [dx, dy] = [(x - widthPx / 2) / scale, (y - heightPx / 2) / scale]
      const u = Math.round(cos * dx + sin * dy + widthPx / 2)
      const v = Math.round(cos * dy - sin * dx + heightPx / 2)
      const isPrinted = u >= cutPx && v >= 0 && u < widthPx - cutPx && v < heightPx
      grey[y * widthPx + x] = darken(isPrinted ? printed.grey[v * widthPx + u]! : 255)
    }
  return { widthPx, heightPx, grey }
}

const faultsOf = (grade: CalibrationGrade) =>
  grade.kind === 'graded'
    ? grade.findings.filter(({ isGood }) => !isGood).map(({ what }) => what)
    : grade.kind

describe('a calibration page', () => {
  it.each([
    ['as it should be', {}, []],
    ['a little askew', { skewDeg: 0.8 }, []],
    ['printed to fit the page', { scale: 0.96 }, ['scale']],
    ['fed askew', { skewDeg: 2.6 }, ['skew']],
    [
      'printed in toner-saving mode',
      { darken: (grey: number) => 120 + grey * 0.53 },
      ['darkness', 'contrast'],
    ],
    ['cut off by the printer', { cutPx: Math.round((7.6 / 25.4) * DPI) }, ['margin']],
    ['that is another page', { darken: () => 250 }, 'unreadable'],
  ] as const)('%s is graded so', (_name, look, faults) => {
    expect(faultsOf(gradeScan(scanned(look), 'A4', DPI))).toEqual(faults)
  })

  it('tells the scale that it measured', () => {
    const grade = gradeScan(scanned({ scale: 0.96 }), 'A4', DPI)
    const scale = grade.kind === 'graded' && grade.findings.find(({ what }) => what === 'scale')
    expect(scale && scale.seen).toMatch(/横 9[56]\.\d%，竖 9[56]\.\d%/)
    expect(scale && scale.advice).toContain('实际大小')
    // Four hundredths of the paper's height; A4 is 297 mm tall.
    expect(scale && scale.errorMm).toBeGreaterThan(10)
    expect(scale && scale.errorMm).toBeLessThan(14)
  })
})
