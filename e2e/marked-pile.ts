import {
  candidateAdd,
  clientMarking,
  encodeSheetContainer,
  examCreate,
  schoolClasses,
  sheetDetail,
  sheetSave,
} from '@hengjuan/contracts'
import { createReader, cropQuality, cropRegions } from '@hengjuan/omr'
import { renderBlankPages, simulateSheet } from '@hengjuan/scan-simulator'
import { markedSampleDesign, type SheetGeometry, templateOf } from '@hengjuan/sheet'
import { ulid } from 'ulid'
import type { Account } from '../scripts/demo/account.ts'
import type { World } from './world.ts'

const PHYSICS = 4
const DPI = 150

export interface MarkedPile {
  examId: number
  subjectId: number
  /** In the order of the sheets. */
  names: string[]
}

/**
 * An exam in physics whose papers were marked by hand: designs its sheet, fills it in as candidates and
 * their markers do, scans and reads it, and sends it as a station would.
 *
 * @param marks of each candidate, points by block key; a block left out has no mark on its sheet
 */
export async function scanMarkedPile(
  world: World,
  given: {
    name: string
    entry: 'bars' | 'digits'
    marks: readonly Readonly<Record<string, number>>[]
  },
): Promise<MarkedPile> {
  const director = await world.signIn('director')
  const people = world.underWay.exam.candidates.slice(0, given.marks.length)
  const examId = await enterExam(director, world, given.name, people)
  const { title, subjectName, paper, examNoDigits, numberStyle, notices, misconduct, sections } =
    markedSampleDesign
  const saved = await director.call(sheetSave, {
    body: {
      exam_id: examId,
      subject_id: PHYSICS,
      name: `${given.name}物理`,
      design: {
        title,
        subjectName,
        paper,
        examNoDigits,
        numberStyle,
        notices,
        sections,
        ...(misconduct === undefined ? {} : { misconduct }),
        scoreEntry: given.entry,
      },
      keys: Object.fromEntries(
        Array.from({ length: 10 }, (_, at) => [String(at + 1), at < 7 ? ['B'] : ['A', 'B']]),
      ),
    },
  })
  const detail = await director.call(sheetDetail, { query: { sheet_id: saved.sheet_id } })
  const geometry = detail.geometry as SheetGeometry
  const template = templateOf(geometry)
  const sheet = { geometry, blanks: await renderBlankPages(geometry, DPI) }
  const operator = await world.signIn('operator')
  const reader = createReader()
  const batch = { batch_id: ulid(), batch_label: '先阅后扫第1批', station: '扫描站1' }
  for (const [at, { name, class_name }] of people.entries()) {
    const marks = given.marks[at] ?? {}
    const { pages } = await simulateSheet({
      sheet,
      seed: `${given.name} ${at}`,
      strength: 0.4,
      student: {
        name,
        className: class_name,
        examNo: examNoOf(at),
        absent: false,
        choices: Object.fromEntries(
          Array.from({ length: 10 }, (_, no) => [String(no + 1), no < 7 ? ['B'] : ['A', 'B']]),
        ),
        optional: {},
        writing: { '11-12': 0.5, '13': 0.4, '14': 0.6, '15': 0.2 },
        marking: {
          scores: Object.fromEntries(
            Object.entries(marks).map(([key, mark]) => [key, mark * 1000]),
          ),
          misconduct: false,
          paperVariant: null,
        },
      },
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
      subject_id: PHYSICS,
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
      { query: { exam_id: examId, subject_id: PHYSICS, sheet_id: sheetId } },
      { payload: new Blob([Buffer.from(bytes)]), headers: { 'x-content-sha256': sha256 } },
    )
  }
  return { examId, subjectId: PHYSICS, names: people.map(({ name }) => name) }
}

const examNoOf = (at: number): string => String(20260101 + at)

async function enterExam(
  director: Account,
  world: World,
  name: string,
  people: readonly { student_no: string; class_name: string }[],
): Promise<number> {
  const classes = await director.call(schoolClasses, { query: {} })
  const { exam_id } = await director.call(examCreate, {
    params: { schoolId: director.user.school_id ?? 0 },
    body: {
      name,
      type: 2,
      mode: 2,
      grade_id: world.underWay.exam.gradeId,
      start_date: '2026-11-20',
      class_ids: classes
        .filter((one) => people.some(({ class_name }) => class_name === one.name))
        .map(({ class_id }) => class_id),
      subject_ids: [PHYSICS],
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
