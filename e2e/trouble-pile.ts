import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { OmrTemplate } from '@hengjuan/domain'
import { createReader, project } from '@hengjuan/omr'
import type { Defect } from '@hengjuan/scan-simulator'
import sharp, { type OverlayOptions } from 'sharp'
import type { SubjectRun } from '../scripts/demo/exam-run.ts'
import { scanStack } from '../scripts/demo/paper.ts'
import type { DemoExam } from '../scripts/demo/school.ts'

/** The pile: one sheet for each kind of trouble, by candidate in exam-number order. */
export const PILE: readonly { name: string; defects: (examNos: readonly string[]) => Defect[] }[] =
  [
    { name: 'clean', defects: () => [] },
    { name: 'noNumber', defects: () => [{ kind: 'noExamNo' }] },
    {
      name: 'sameNumber',
      defects: ([first]) => [{ kind: 'duplicateNumber', examNo: first ?? '' }],
    },
    { name: 'absentButWritten', defects: () => [{ kind: 'absentBoxWithAnswers' }] },
    { name: 'twoMarks', defects: () => [{ kind: 'doubleMark' }] },
    { name: 'lost', defects: () => [] },
    { name: 'faint', defects: () => [{ kind: 'faintMark' }] },
    { name: 'number', defects: () => [{ kind: 'partialExamNo', how: 'blank' }] },
    { name: 'stranger', defects: () => [{ kind: 'otherExamPage' }] },
    { name: 'folded', defects: () => [{ kind: 'foldedCorner' }] },
    { name: 'last', defects: () => [] },
  ]
/** Place of a sheet in the pile, from 1. */
export const seqOf = (name: string): number => PILE.findIndex((each) => each.name === name) + 1

/** The picture that no machine can place, image pixels. */
export interface LostPage {
  width: number
  height: number
  /** Middles of its corner marks, around the page from the upper left. */
  corners: { x: number; y: number }[]
}

/**
 * Fills in and scans the pile, and makes one front illegible to the machine. After the pile comes the
 * paper with the folded corner once more, smoothed.
 */
export async function scanPile(
  folder: string,
  of: { run: SubjectRun; other: SubjectRun; exam: DemoExam; template: OmrTemplate },
): Promise<LostPage> {
  const examNos = of.exam.candidates.map(({ examNo }) => examNo)
  await scanStack(
    {
      geometry: of.run.geometry,
      otherGeometry: of.other.geometry,
      students: of.run.students,
      stack: [
        ...PILE.map(({ defects }, at) => ({
          candidate: at,
          defects: defects(examNos),
          rescanned: false,
        })),
        { candidate: seqOf('folded') - 1, defects: [], rescanned: false },
      ],
      folder,
      seed: 'exceptions',
      dpi: 200,
    },
    () => undefined,
  )
  const front = path.join(folder, `${String(seqOf('lost')).padStart(4, '0')}-1.jpg`)
  const { jpeg, lost } = await withoutPageCode(await readFile(front), of.template)
  await writeFile(front, jpeg)
  return lost
}

/** Paints the printed page code over, so that no machine can say which page it is. */
async function withoutPageCode(
  bytes: Buffer,
  template: OmrTemplate,
): Promise<{ jpeg: Buffer; lost: LostPage }> {
  const [planned] = template.pages
  const { reading } = await createReader().readPage(bytes, template)
  const map = reading.registration?.homography
  if (!planned?.pageCode || !map) throw new Error('the sheet has a page code')
  const perMm = reading.widthPx / planned.widthMm
  const paint = planned.pageCode.cells.map(({ xMm, yMm, widthMm, heightMm }): OverlayOptions => {
    const at = project(map, xMm - widthMm, yMm - heightMm)
    const width = Math.ceil(widthMm * 2 * perMm)
    const height = Math.ceil(heightMm * 2 * perMm)
    return {
      input: { create: { width, height, channels: 3, background: '#fff' } },
      left: Math.max(0, Math.round(at.x)),
      top: Math.max(0, Math.round(at.y)),
    }
  })
  const corners = planned.anchors.filter(
    ({ role, kind }) => role === 'corner' && kind !== 'page-corner',
  )
  const angle = ({ xMm, yMm }: { xMm: number; yMm: number }) =>
    Math.atan2(yMm - planned.heightMm / 2, xMm - planned.widthMm / 2)
  return {
    jpeg: await sharp(bytes).composite(paint).jpeg({ quality: 90 }).toBuffer(),
    lost: {
      width: reading.widthPx,
      height: reading.heightPx,
      corners: corners
        .toSorted((a, b) => angle(a) - angle(b))
        .map(({ xMm, yMm }) => project(map, xMm, yMm)),
    },
  }
}
