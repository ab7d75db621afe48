import {
  candidateAdd,
  clientMarking,
  encodeSheetContainer,
  examCreate,
  type InputOf,
  schoolClasses,
  sheetDetail,
  sheetSave,
} from '@hengjuan/contracts'
import { createReader, cropQuality, cropRegions } from '@hengjuan/omr'
import { renderBlankPages, type SimulatedStudent, simulateSheet } from '@hengjuan/scan-simulator'
import { type SheetGeometry, templateOf } from '@hengjuan/sheet'
import { ulid } from 'ulid'
import type { Account } from '../scripts/demo/account.ts'
import type { World } from './world.ts'

const DPI = 150

export interface SheetPile {
  examId: number
  subjectId: number
  /** In the order of the sheets. */
  names: string[]
}

/** What a candidate fills in and writes. */
export type Filled = Pick<SimulatedStudent, 'choices' | 'optional' | 'writing' | 'marking'>

/**
 * An exam of one subject with a sheet of its own: saves the sheet, fills it in, scans and reads it, and sends
 * it as a station would.
 */
export async function scanSheets(
  world: World,
  given: {
    name: string
    subjectId: number
    /** 1 is marked on the screen, 2 on paper. */
    mode: 1 | 2
    design: InputOf<typeof sheetSave>['body']['design']
    keys: Record<string, string[]>
    filled: readonly Filled[]
  },
): Promise<SheetPile> {
  const { subjectId } = given
  const director = await world.signIn('director')
  const people = world.underWay.exam.candidates.slice(0, given.filled.length)
  const examId = await enterExam(director, world, given, people)
  const saved = await director.call(sheetSave, {
    body: {
      exam_id: examId,
      subject_id: subjectId,
      name: given.name,
      design: given.design,
      keys: given.keys,
    },
  })
  const detail = await director.call(sheetDetail, { query: { sheet_id: saved.sheet_id } })
  await sendSheets(
    world,
    {
      exam_id: examId,
      subject_id: subjectId,
      name: given.name,
      geometry: detail.geometry as SheetGeometry,
    },
    people.map(({ name, class_name }, at) => ({
      name,
      className: class_name,
      examNo: examNoOf(at),
    })),
    given.filled,
  )
  return { examId, subjectId, names: people.map(({ name }) => name) }
}

/** Fills in the sheets of candidates, scans and reads them, and sends them as a station would. */
export async function sendSheets(
  world: World,
  target: { exam_id: number; subject_id: number; name: string; geometry: SheetGeometry },
  people: readonly { name: string; className: string; examNo: string }[],
  filledBy: readonly Filled[],
): Promise<void> {
  const { exam_id: examId, subject_id: subjectId, geometry } = target
  const template = templateOf(geometry)
  const sheet = { geometry, blanks: await renderBlankPages(geometry, DPI) }
  const operator = await world.signIn('operator')
  const reader = createReader()
  const batch = { batch_id: ulid(), batch_label: `${target.name}第1批`, station: '扫描站1' }
  for (const [at, { name, className, examNo }] of people.entries()) {
    const filled = filledBy[at]
    if (!filled) throw new Error('as many people as sheets')
    const { pages } = await simulateSheet({
      sheet,
      seed: `${target.name} ${at}`,
      strength: 0.4,
      student: { name, className, examNo, absent: false, ...filled },
    })
    const read = []
    for (const { jpeg } of pages) {
      const { reading, gray } = await reader.readPage(jpeg, template)
      const planned = template.pages.find(({ page }) => page === reading.page)
      const crops = []
      // One after the other: pictures of a page share the reader's memory.
      for (const crop of planned ? cropRegions(gray, planned, reading) : [])
        crops.push({
          region_id: crop.id,
          block_key: crop.blockKey,
          part: crop.part,
          ink_ratio: reading.regions.find(({ id }) => id === crop.id)?.inkRatio ?? 0,
          image: {
            mime: 'image/jpeg' as const,
            width_px: crop.gray.width,
            height_px: crop.gray.height,
            bytes: await reader.codec.encodeJpeg(crop.gray, cropQuality),
          },
        })
      read.push({ jpeg, reading, crops })
    }
    const sheetId = ulid()
    const { bytes, sha256 } = await encodeSheetContainer({
      ...batch,
      sheet_id: sheetId,
      exam_id: examId,
      subject_id: subjectId,
      seq: at + 1,
      template_id: template.id,
      scanned_at: new Date().toISOString(),
      pages: read.map(({ jpeg, reading }, seq) => ({
        seq: seq + 1,
        reading,
        image: {
          bytes: jpeg,
          mime: 'image/jpeg' as const,
          width_px: reading.widthPx,
          height_px: reading.heightPx,
        },
      })),
      crops: read.flatMap(({ crops }, seq) =>
        crops.map((crop) => ({ ...crop, page_seq: seq + 1 })),
      ),
    })
    await operator.call(
      clientMarking,
      { query: { exam_id: examId, subject_id: subjectId, sheet_id: sheetId } },
      { payload: new Blob([Buffer.from(bytes)]), headers: { 'x-content-sha256': sha256 } },
    )
  }
}

const examNoOf = (at: number): string => String(20260101 + at)

async function enterExam(
  director: Account,
  world: World,
  { name, mode, subjectId }: { name: string; mode: 1 | 2; subjectId: number },
  people: readonly { student_no: string; class_name: string }[],
): Promise<number> {
  const classes = await director.call(schoolClasses, { query: {} })
  const { exam_id } = await director.call(examCreate, {
    params: { schoolId: director.user.school_id ?? 0 },
    body: {
      name,
      type: 2,
      mode,
      grade_id: world.underWay.exam.gradeId,
      start_date: '2026-11-20',
      class_ids: classes
        .filter((one) => people.some(({ class_name }) => class_name === one.name))
        .map(({ class_id }) => class_id),
      subject_ids: [subjectId],
    },
  })
  await director.call(candidateAdd, {
    body: {
      exam_id,
      students: people.map(({ student_no }, at) => ({
        student_no,
        exam_no: examNoOf(at),
        room_no: '01',
        seat_no: String(at + 1).padStart(2, '0'),
      })),
    },
  })
  return exam_id
}
