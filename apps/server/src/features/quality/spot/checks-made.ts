import type { ReplyOf, SpotResult, spotCheckList } from '@hengjuan/contracts'
import { formatMilli, type ScopeList, scopeAllows } from '@hengjuan/domain'
import { runInWorker, type Reading } from '../../../reader-thread/run-in-worker.ts'
import { pageOf } from '../../../http/page-of.ts'
import { listSheet } from '../../../spreadsheet/list-sheet.ts'
import { wallTime } from '../../../wall-clock.ts'
import { type CheckFilter, selectSpotChecks } from './checks-made.query.ts'

type Row = Awaited<ReturnType<typeof selectSpotChecks>>[number]
type List = ReplyOf<typeof spotCheckList>

/** What somebody asks to see of the checks of an exam. */
interface Asked extends CheckFilter {
  /** Subjects that their role reaches. */
  subjects: ScopeList<number>
}

/** A page of checks, and how many had which result; away from those who mark, since it goes through all of an exam. */
export const checksPage = runInWorker(
  import.meta.url,
  'checksPage',
  async (
    services,
    { result, ...asked }: Asked,
    page: { page: number | undefined; limit: number | undefined },
  ): Promise<List> => {
    const made = await checksOf(services, asked)
    const counts = { agreed: 0, corrected: 0, rejected: 0, overruled: 0 }
    for (const row of made) counts[resultOf(row)]++
    const rows = result === undefined ? made : made.filter((row) => resultOf(row) === result)
    return { ...pageOf(rows, page), counts }
  },
)

/** A workbook of checks, away from those who mark; null where there are none. */
export const checksFile = runInWorker(
  import.meta.url,
  'checksFile',
  async (
    services,
    examName: string,
    at: string,
    asked: Asked,
  ): Promise<{ body: Uint8Array; rows: number } | null> => {
    const rows = await checksOf(services, asked)
    if (rows.length === 0) return null
    return { body: await workbook(examName, at, rows), rows: rows.length }
  },
)

const checksOf = async ({ db }: Reading, { subjects, ...filter }: Asked) =>
  (await selectSpotChecks(db, filter))
    .filter(({ subject_id }) => scopeAllows(subjects, subject_id))
    .map(viewOfCheck)

export function viewOfCheck(checked: Row) {
  const { subject_id: _, ...row } = checked
  return row
}

const resultOf = ({
  is_rejected,
  is_marked,
}: {
  is_rejected: number
  is_marked: number
}): SpotResult => {
  if (is_rejected === 1) return is_marked === 1 ? 'overruled' : 'rejected'
  return is_marked === 1 ? 'corrected' : 'agreed'
}

function workbook(
  examName: string,
  at: string,
  rows: readonly ReturnType<typeof viewOfCheck>[],
): Promise<Buffer> {
  const head = '科目 题块 密号 阅卷教师 抽查人 原给分 结果 改分 意见 抽查时间'.split(' ')
  const cells = rows.map((row) => [
    row.subject_name,
    row.block_name,
    row.secret_code,
    row.marker_name,
    row.checker_name,
    Number(formatMilli(row.score_milli)),
    RESULT_NAMES[resultOf(row)] + (row.withdrawn_at === null ? '' : '（已撤销）'),
    row.reject_milli === null ? null : Number(formatMilli(row.reject_milli)),
    row.comment,
    wallTime(row.checked_at),
  ])
  return listSheet({
    name: '抽查',
    title: `${examName} 抽查列表`,
    head,
    rows: cells,
    notes: [
      `数据时间 ${wallTime(at)}；最新的在前；改分为抽查人给整份的分，打回重评的由原教师再评，没有改分`,
    ],
  })
}

const RESULT_NAMES: Record<SpotResult, string> = {
  agreed: '合格',
  corrected: '改分',
  rejected: '打回重评',
  overruled: '打回并改分',
}
