import type { OmrTemplate, SheetDesign } from '@hengjuan/domain'
import type { SampleSubject } from '@hengjuan/sheet'
import { layoutSheet, sampleDesigns, sampleKeys, templateOf } from '@hengjuan/sheet'
import { DRILL, degradedCases } from './degraded-cases.ts'
import { renderBlankPages } from './blank-pages.ts'
import { makeAnswers } from './simulate-class.ts'
import type { PrintedSheet, SheetSimulation, SimulatedSheet } from './simulate-sheet.ts'
import { simulateSheet } from './simulate-sheet.ts'
import type { DefectKind, SheetTruth } from './truth.ts'

/** A scan kept for tests of the reader, named for its trouble. */
export interface ScanCase {
  name: string
  subject: SampleSubject
  dpi: number
  numberStyle?: SheetDesign['numberStyle']
  /** Pages to keep; the front alone unless the trouble is behind it. */
  keep: 'front' | 'all'
  make: Pick<SheetSimulation, 'defects' | 'conditions' | 'strength' | 'degradations'>
  /** Another sheet than the subject's sample. */
  design?: SheetDesign
}

// Kept small: paper whitened and quiet, as scanner software delivers it by default.
const QUIET = { paper: 255, noise: 0.35, jpegQuality: 50 }

const a4 = (name: string, make: ScanCase['make'] = {}, more: Partial<ScanCase> = {}): ScanCase => ({
  name: `a4-${name}`,
  subject: 'english',
  dpi: 200,
  keep: 'front',
  ...more,
  make: { ...make, conditions: { ...QUIET, ...make.conditions } },
})

const defect = (
  kind: Exclude<DefectKind, 'wrongExamNo' | 'duplicateNumber'>,
): ScanCase['make'] => ({
  defects: [{ kind }],
})

const corner = (
  kind: 'missingCorner' | 'foldedCorner',
  which: 'tl' | 'tr' | 'bl' | 'br',
): ScanCase['make'] => ({ defects: [{ kind, corner: which }] })

/** The committed set. */
export const scanCases: ScanCase[] = [
  a4('200dpi-clean', { conditions: { skewDeg: 0.2 } }, { keep: 'all' }),
  a4('300dpi-clean', { conditions: { skewDeg: -0.3 } }, { dpi: 300 }),
  a4('skew-3deg', { conditions: { skewDeg: 3 } }),
  a4('upside-down', { conditions: { upsideDown: true, skewDeg: 0.8 } }),
  a4('scale-plus-1.5pct', { conditions: { scaleX: 1.015, scaleY: 1.012 } }),
  a4('missing-corner', corner('missingCorner', 'br')),
  a4('missing-corner-top-left', corner('missingCorner', 'tl')),
  a4('missing-corner-upside-down', {
    ...corner('missingCorner', 'tl'),
    conditions: { upsideDown: true },
  }),
  a4('folded-corner', corner('foldedCorner', 'tr'), { keep: 'all' }),
  a4('edge-shadow-uneven-light', {
    conditions: { paper: 240, black: 30, edgeShadow: 0.3, fallX: 0.08, fallY: -0.06 },
  }),
  a4('worn-scanner', {
    strength: 2,
    conditions: { paper: 228, black: 48, noise: 2.5, blur: 0.25, jpegQuality: 60 },
  }),
  a4('double-mark', defect('doubleMark')),
  a4('faint-mark', defect('faintMark')),
  a4('half-filled', defect('halfFilled')),
  a4('tick-mark', defect('tickMark')),
  a4('cross-mark', defect('crossMark')),
  a4('smudge', defect('smudge')),
  a4('no-exam-number', defect('noExamNo')),
  a4('exam-number-column-blank', { defects: [{ kind: 'partialExamNo', how: 'blank' }] }),
  a4('exam-number-column-double', { defects: [{ kind: 'partialExamNo', how: 'double' }] }),
  a4('absent-no-answers', defect('absentBoxNoAnswers')),
  a4('absent-with-answers', defect('absentBoxWithAnswers')),
  a4('blank-second-page', defect('blankPage'), { keep: 'all' }),
  a4('page-of-other-exam', defect('otherExamPage')),
  a4('missing-second-page', defect('missingSecondPage'), { keep: 'all' }),
  a4('barcode', {}, { numberStyle: 'barcode' }),
  {
    ...a4('x', { conditions: { skewDeg: -2 } }),
    name: 'a3-skew-2deg-barcode-optional-choice',
    subject: 'chinese',
  },
  { ...a4('multiple-choice'), name: 'a3-multiple-choice', subject: 'mathematics' },
  ...degradedCases.map(([folder, name, strength, paper]): ScanCase => ({
    name: `drill-${folder}`,
    ...(paper ? { subject: 'mathematics' } : { subject: 'english', design: DRILL }),
    dpi: 150,
    keep: 'front',
    make: {
      degradations: [{ name, strength }],
      strength: 0.5,
      conditions: { ...QUIET, noise: 0, jpegQuality: 25 },
    },
  })),
]

/** Another exam's sheet with the very same layout: only the page code tells them apart. */
const NEIGHBOUR: SheetDesign = {
  ...sampleDesigns.english,
  id: 'sample-neighbour-v1',
  sheetCode: 40971,
  title: '2026—2027学年第一学期第一次月考',
}

export interface MadeCase {
  template: OmrTemplate
  jpegs: Uint8Array[]
  truth: SheetTruth
}

/** Makes the cases one by one; the same seed gives the same files. */
export async function* makeScanCases(
  cases: readonly ScanCase[],
  seed: string,
): AsyncGenerator<MadeCase & { name: string }> {
  const sheets = new Map<string, PrintedSheet>()
  const printed = async ({
    subject,
    dpi,
    numberStyle,
    design: base = sampleDesigns[subject],
  }: Pick<ScanCase, 'subject' | 'dpi' | 'numberStyle' | 'design'>) => {
    const design = { ...base, ...(numberStyle ? { numberStyle } : {}) }
    const id = `${design.id}-${design.numberStyle}-${dpi}`
    const known = sheets.get(id)
    if (known) return known
    const geometry = layoutSheet(design)
    const sheet = { geometry, blanks: await renderBlankPages(geometry, dpi) }
    sheets.set(id, sheet)
    return sheet
  }
  for (const [index, one] of cases.entries()) {
    const sheet = await printed(one)
    const candidate = {
      name: '陈思远',
      className: '高一（3）班',
      examNo: String(20261001 + index * 37),
    }
    const stranger = one.make.defects?.some(({ kind }) => kind === 'otherExamPage')
    const result = await simulateSheet({
      sheet,
      student: makeAnswers(
        sheet.geometry,
        candidate,
        one.design ? {} : sampleKeys[one.subject],
        seed,
      ),
      seed: `${seed}/${one.name}`,
      otherSheet: stranger ? await printed({ ...one, design: NEIGHBOUR }) : undefined,
      ...one.make,
    })
    const isRed = one.make.degradations?.some(({ name }) => name === 'redCard')
    const template: OmrTemplate = {
      ...templateOf(sheet.geometry),
      ...(isRed ? { dropout: 'red' } : {}),
    }
    yield { name: one.name, template, ...kept(result, one.keep) }
  }
}

function kept(result: SimulatedSheet, keep: ScanCase['keep']) {
  const count = keep === 'all' ? result.pages.length : 1
  const { truth } = result
  return {
    jpegs: result.pages.slice(0, count).map(({ jpeg }) => jpeg),
    truth: {
      ...truth,
      choices: truth.choices.filter(({ page }) => page <= count),
      pages: truth.pages.slice(0, count),
    },
  }
}
