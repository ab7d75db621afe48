import type { Db } from '@hengjuan/db'
import type { Scope } from '../facts.query.ts'
import { FIRST_RUN } from '../judge/run-in-use.ts'

type Kind = 'page' | 'crop' | 'recrop'

export interface FileRoute {
  route: string
  batch_id: string
  batch_label: string
  station: string
  kind: Kind
  count: number
  bytes: number
}

const KINDS: readonly Kind[] = ['page', 'crop', 'recrop']

/** What is stored of a subject, batch by batch as they were opened, each kind that a batch has. */
export async function selectFileRoutes(db: Db, scope: Scope): Promise<FileRoute[]> {
  const batches = await db
    .selectFrom('scan_batch')
    .select(['id', 'label', 'station'])
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
  const pages = await db
    .selectFrom('scan_page')
    .innerJoin('scan_sheet', 'scan_sheet.id', 'scan_page.sheet_id')
    .innerJoin('image', 'image.hash', 'scan_page.image_hash')
    .where('scan_sheet.exam_id', '=', scope.examId)
    .where('scan_sheet.subject_id', '=', scope.subjectId)
    .groupBy('scan_sheet.batch_id')
    .select('scan_sheet.batch_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>('image.byte_length').as('bytes'),
    ])
    .execute()
  const cropsOf = (isFirst: boolean) =>
    db
      .selectFrom('sheet_crop')
      .innerJoin('scan_sheet', 'scan_sheet.id', 'sheet_crop.sheet_id')
      .innerJoin('image', 'image.hash', 'sheet_crop.image_hash')
      .where('scan_sheet.exam_id', '=', scope.examId)
      .where('scan_sheet.subject_id', '=', scope.subjectId)
      .where('sheet_crop.run', isFirst ? '=' : '>', FIRST_RUN)
      .groupBy('scan_sheet.batch_id')
      .select('scan_sheet.batch_id')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.sum<number>('image.byte_length').as('bytes'),
      ])
      .execute()
  const stored = { page: pages, crop: await cropsOf(true), recrop: await cropsOf(false) }
  return batches.flatMap(({ id, label, station }) =>
    KINDS.flatMap((kind): FileRoute[] => {
      const row = stored[kind].find(({ batch_id }) => batch_id === id)
      if (!row) return []
      return [
        {
          route: `exam/${scope.examId}/subject/${scope.subjectId}/batch/${id}/${kind}`,
          batch_id: id,
          batch_label: label,
          station,
          kind,
          count: Number(row.count),
          bytes: Number(row.bytes),
        },
      ]
    }),
  )
}
