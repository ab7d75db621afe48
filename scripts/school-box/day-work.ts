import {
  clientMarking,
  decodeSheetContainer,
  reportClassAverages,
  reportItems,
  reportPaper,
  reportScoreSegments,
  reportStudents,
  exportStudents,
  SHEET_CONTAINER,
  signImage,
  supervisedBlocks,
  supervisedMarkers,
  supervisedSubjects,
} from '@hengjuan/contracts'
import type { PageReading } from '@hengjuan/domain'
import { ulid } from 'ulid'
import { packRealSheet } from '../../apps/server/src/features/scan/testing/real-sheet.ts'
import type { PackedSheet } from '../../apps/server/src/features/scan/testing/scan-exam.ts'
import { SUBJECT } from '../../apps/server/src/features/scan/testing/scan-exam.ts'
import type { Account } from '../demo/account.ts'
import type { SchoolWorld } from './school-world.ts'

/** What somebody does again and again beside those who mark; resolves when the server has answered. */
export type Work = () => Promise<unknown>

/** Sheets of different candidates, read and cut as a station sends them; made before anything is timed. */
export async function packSheets({ scanned, examNos }: SchoolWorld): Promise<PackedSheet[]> {
  const batchId = ulid()
  const sheets: PackedSheet[] = []
  for (const [at, examNo] of examNos.entries())
    sheets.push(
      await packRealSheet(scanned, {
        batchId,
        seq: at + 1,
        misread: (reading) => numbered(reading, examNo),
      }),
    )
  return sheets
}

const numbered = (reading: PageReading, examNo: string): PageReading => ({
  ...reading,
  fields: reading.fields.map((field) =>
    field.kind === 'examNo' ? { ...field, values: [...examNo] } : field,
  ),
})

/** The station sends one sheet after the other. */
export function station(operator: Account, world: SchoolWorld, sheets: PackedSheet[]): Work {
  const { scanned } = world
  return async () => {
    const sheet = sheets.shift()
    if (!sheet) throw new Error('more sheets are needed')
    await operator.call(
      clientMarking,
      { query: { exam_id: scanned.examId, subject_id: SUBJECT, sheet_id: sheet.sheetId } },
      {
        payload: new Uint8Array(sheet.payload),
        headers: { [SHEET_CONTAINER.hashHeader]: sheet.sha256 },
      },
    )
  }
}

/** Signed addresses of the crops of a sheet that was sent, as a marker's page has them. */
export async function cropAddresses(
  admin: Account,
  { scanned }: SchoolWorld,
  sheet: PackedSheet,
): Promise<string[]> {
  const { manifest } = await decodeSheetContainer(new Uint8Array(sheet.payload))
  const signed = manifest.crops.map(({ image }) =>
    admin.call(signImage, { query: { exam_id: scanned.examId, hash: image.sha256 } }),
  )
  return (await Promise.all(signed)).map(({ url }) => url)
}

/** A leader goes through the pages of the released report, one after the other. */
export function reportReader(leader: Account, { past }: SchoolWorld): Work {
  const of = { exam_id: past.examId }
  return inTurn([
    () => leader.call(reportStudents, { query: { ...of, page: 1, limit: 50 } }),
    () => leader.call(reportClassAverages, { query: of }),
    () => leader.call(reportScoreSegments, { query: of }),
    () => leader.call(reportPaper, { query: of }),
    ...past.subjectIds
      .slice(0, 2)
      .map((subject_id) => () => leader.call(reportItems, { query: { ...of, subject_id } })),
  ])
}

/** A leader downloads the workbook of all students. @throws Error for any other answer than 200 */
export const workbookReader =
  (leader: Account, { past }: SchoolWorld, address: string): Work =>
  async () => {
    const response = await fetch(`${address}${exportStudents.path}?exam_id=${past.examId}`, {
      headers: leader.credentials(),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${exportStudents.path}: ${response.status}`)
  }

/** A leader looks at how marking goes on. */
export function supervisor(leader: Account, { marked }: SchoolWorld): Work {
  const query = { exam_id: marked.examId }
  return inTurn([
    () => leader.call(supervisedSubjects, { query }),
    () => leader.call(supervisedBlocks, { query: { ...query, subject_id: 1 } }),
    () => leader.call(supervisedMarkers, { query: { ...query, subject_id: 1 } }),
  ])
}

function inTurn(pages: readonly Work[]): Work {
  let at = 0
  return () => {
    const page = pages[at++ % pages.length]
    return page ? page() : Promise.resolve()
  }
}
