import type { ReplyOf, rubricUse as rubricUseCall } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { formatMilli, rubricUse } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { listSheet } from '../../../spreadsheet/list-sheet.ts'
import {
  entryView,
  findFirstVersion,
  findRubric,
  pressedIdsOf,
  selectBlockRules,
  selectEntries,
  selectPressed,
} from '../../marking-core/index.ts'

type Use = ReplyOf<typeof rubricUseCall>

/** How often each entry of the rubric that holds was pressed, by all and by each marker; away from those who mark. */
export const rubricUseOf = runInWorker(import.meta.url, 'rubricUseOf', ({ db }, blockId: number) =>
  selectUse(db, blockId),
)

async function selectUse(db: Db, blockId: number): Promise<Use> {
  const rules = await selectBlockRules(db, blockId)
  const { block, settings } = rules
  const { entries = [] } = (await findRubric(db, blockId, settings.rubricVersion)) ?? {}
  const given = await selectPressed(db, blockId)
  const first = given.some((row) => row.rubric_version === null)
    ? await findFirstVersion(db, blockId)
    : 0
  const rows = given.map((row) => ({
    markerId: row.marker_id,
    version: row.rubric_version ?? first,
    pressed: pressedIdsOf(row),
    count: row.count,
  }))
  const versions = [...new Set(rows.map(({ version }) => version))]
  const known = await selectEntries(
    db,
    versions.map((version) => ({ blockId, version })),
  )
  const use = rubricUse(
    entries,
    new Map(versions.map((version) => [version, known(blockId, version) ?? []])),
    rows,
  )
  const names = new Map(given.map((row) => [row.marker_id, row.name]))
  return {
    exam_id: block.exam_id,
    block_name: block.name,
    version: settings.rubricVersion,
    readings: use.readings,
    by_entries: use.byEntries,
    entries: entries.map((entry, at) => ({
      ...entryView(rules, entry),
      ...(use.entries[at] ?? { count: 0, of: 0 }),
    })),
    markers: use.markers
      .map(({ markerId, byEntries, readings, uses }) => ({
        marker_id: markerId,
        name: names.get(markerId) ?? '',
        readings,
        by_entries: byEntries,
        uses,
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN') || a.marker_id - b.marker_id),
  }
}

/** One row an entry, three columns for all and for each marker: how often, of how many, and whether that stands out. */
export function rubricUseWorkbook(examName: string, use: Use): Promise<Buffer> {
  const columns = ['全体', ...use.markers.map(({ name }) => name)]
  const head = [
    '给分点',
    '分值',
    '给分依据',
    ...columns.flatMap((name) => [`${name} 按下份数`, `${name} 按依据份数`]),
    '明显较多',
    '明显较少',
  ]
  const differing = (at: number, differs: 'more' | 'less') =>
    use.markers
      .filter(({ uses }) => uses[at]?.differs === differs)
      .map(({ name }) => name)
      .join('、')
  return listSheet({
    name: '给分依据',
    title: `${examName} ${use.block_name} 给分依据使用情况`,
    head,
    rows: use.entries.map((entry, at) => [
      entry.point_name,
      Number(formatMilli(entry.milli)),
      entry.text,
      entry.count,
      entry.of,
      ...use.markers.flatMap(({ uses }) => [uses[at]?.count ?? 0, uses[at]?.of ?? 0]),
      differing(at, 'more'),
      differing(at, 'less'),
    ]),
    notes: [
      `评分标准第 ${use.version} 版；共 ${use.readings} 份评阅，其中 ${use.by_entries} 份按给分依据评阅；只数这一条内容未变的版本；双方各满 20 份才比较`,
    ],
    frozenColumns: 3,
    widthOf: (title) => (title === '给分依据' ? 40 : 14),
  })
}
