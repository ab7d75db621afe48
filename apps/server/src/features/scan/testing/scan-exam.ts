import { encodeSheetContainer, type SheetContent, sha256Hex } from '@hengjuan/contracts'
import type { Database } from '@hengjuan/db'
import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import sharp from 'sharp'
import { ulid } from 'ulid'
import type { SeededSchool } from '../../../testing/index.ts'
import { HEIGHT, template, TEMPLATE_ID, WIDTH } from './readings.ts'

export const SUBJECT = 2

export interface ScanExam {
  examId: number
  /** Candidates 10010001 to 10010008, classes 1 and 2 of grade 10. */
  candidateIds: number[]
  questionIds: Record<string, number>
}

/** An exam in mathematics with a bound sheet, two blocks and eight candidates. */
export async function seedScanExam(
  db: Database,
  school: SeededSchool,
  bound: OmrTemplate = template,
): Promise<ScanExam> {
  const at = '2026-11-01T00:00:00.000Z'
  const { id: examId } = await db
    .insertInto('exam')
    .values({
      school_id: school.schoolId,
      name: '高一期中考试',
      type: 3,
      mode: 1,
      grade_id: 10,
      start_date: '2026-11-18',
      published_snapshot_id: null,
      published_at: null,
      created_by: school.userIds['admin'] ?? 0,
      created_at: at,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: sheetId } = await db
    .insertInto('answer_sheet')
    .values({
      school_id: school.schoolId,
      exam_id: examId,
      subject_id: SUBJECT,
      type: 1,
      name: '数学答题卡',
      version: 1,
      sheet_code: 1000 + examId,
      share_type: 0,
      locked_by: null,
      locked_at: null,
      design: '{}',
      geometry: '{}',
      template: JSON.stringify(bound),
      created_by: school.userIds['admin'] ?? 0,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('exam_subject')
    .values({
      exam_id: examId,
      subject_id: SUBJECT,
      mode: 1,
      status: 3,
      full_milli: 40_000,
      sheet_id: sheetId,
      sort: 0,
    })
    .execute()
  const questionIds: Record<string, number> = {}
  for (const [sort, no] of ['1', '2', '3'].entries()) {
    const { id } = await db
      .insertInto('question')
      .values({
        exam_id: examId,
        subject_id: SUBJECT,
        no,
        sort,
        type: no === '3' ? 2 : 1,
        full_milli: 5000,
        option_count: 4,
        block_id: null,
        optional_group: null,
        field_id: `choice:${no}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    questionIds[no] = id
  }
  const candidateIds: number[] = []
  const students = await db
    .selectFrom('student')
    .selectAll()
    .where('id', 'in', school.studentIds.slice(0, 8))
    .orderBy('id')
    .execute()
  for (const [index, student] of students.entries()) {
    const { id } = await db
      .insertInto('candidate')
      .values({
        exam_id: examId,
        student_id: student.id,
        school_id: school.schoolId,
        class_id: student.class_id,
        exam_no: String(10010001 + index),
        name: student.name,
        name_pinyin: student.name_pinyin,
        room_no: '01',
        seat_no: String(index + 1).padStart(2, '0'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    candidateIds.push(id)
    await db
      .insertInto('candidate_subject')
      .values({
        exam_id: examId,
        subject_id: SUBJECT,
        candidate_id: id,
        attendance: -1,
        attendance_source: 'machine',
        special_flag: null,
        answers: null,
        item_scores: null,
        objective_milli: null,
        subjective_milli: null,
        total_milli: null,
        version: 1,
      })
      .execute()
  }
  return { examId, candidateIds, questionIds }
}

let shade = 0

/** A small page, different from every other one. */
const picture = async (): Promise<Uint8Array> => {
  shade++
  return sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: { r: shade % 256, g: Math.floor(shade / 256) % 256, b: 200 },
    },
  })
    .png()
    .toBuffer()
}

export interface PackedSheet {
  sheetId: string
  batchId: string
  payload: Buffer
  sha256: string
}

/** A sheet as a station would send it. */
export async function packSheet(
  exam: ScanExam,
  readings: readonly PageReading[],
  given: Partial<SheetContent> = {},
): Promise<PackedSheet> {
  const content: SheetContent = {
    sheet_id: ulid(),
    exam_id: exam.examId,
    subject_id: SUBJECT,
    batch_id: ulid(),
    batch_label: '第1批',
    station: '扫描站一',
    seq: 1,
    template_id: TEMPLATE_ID,
    scanned_at: '2026-11-20T01:00:00.000Z',
    pages: await Promise.all(
      readings.map(async (reading, at) => ({
        seq: at + 1,
        reading,
        image: {
          bytes: await picture(),
          mime: 'image/png' as const,
          width_px: WIDTH,
          height_px: HEIGHT,
        },
      })),
    ),
    crops: await Promise.all(
      readings.flatMap((reading, at) =>
        reading.regions.map(async (region) => ({
          page_seq: at + 1,
          region_id: region.id,
          block_key: region.blockKey,
          part: region.part,
          ink_ratio: region.inkRatio,
          image: {
            bytes: await picture(),
            mime: 'image/png' as const,
            width_px: WIDTH,
            height_px: HEIGHT,
          },
        })),
      ),
    ),
    ...given,
  }
  const { bytes, sha256 } = await encodeSheetContainer(content)
  return {
    sheetId: content.sheet_id,
    batchId: content.batch_id,
    payload: Buffer.from(bytes),
    sha256,
  }
}

export const hashOf = (bytes: Uint8Array): Promise<string> => sha256Hex(bytes)
