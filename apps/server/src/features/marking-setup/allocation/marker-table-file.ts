import { isoNow } from '../../../clock.ts'
import type { FileReply } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { xlsxReply } from '../../../spreadsheet/xlsx-reply.ts'
import { type Cell, writeXlsx } from '../../../spreadsheet/xlsx-writer.ts'
import { type Duty, selectBlockMarkers, selectBlockRules } from '../../marking-core/index.ts'
import { DUTY_LABELS } from './marker-change.ts'
import { COLUMNS, type ExamSubject, selectBlocks } from './marker-table.ts'
import { selectMarkingStaff } from './marking-staff.query.ts'

const QUOTA_MODE = 3
const WIDTHS = [16, 12, 16, 20, 12, 10, 10]

/**
 * The people of all blocks of a subject as a table to change and import again; imported as it is, it changes
 * nothing: who may mark no more is left out, and stays as they are. A second sheet names the blocks and what may stand in each column.
 */
export async function markerTableFile(
  { db, clock }: Services,
  subject: ExamSubject,
  examName: string,
): Promise<FileReply> {
  const staff = new Map(
    (await selectMarkingStaff(db, { id: subject.examId, school_id: subject.schoolId })).map(
      (person) => [person.id, person],
    ),
  )
  const { name: subjectName } = await db
    .selectFrom('subject')
    .select('name')
    .where('id', '=', subject.subjectId)
    .executeTakeFirstOrThrow()
  const blocks = await selectBlocks(db, subject)
  const rows: Cell[][] = []
  for (const { id, name, alloc_mode } of blocks) {
    const { settings } = await selectBlockRules(db, id)
    for (const row of await selectBlockMarkers(db, id)) {
      const person = staff.get(row.user_id)
      if (!person) continue
      const isShared = alloc_mode === QUOTA_MODE && row.duty === 'marker'
      rows.push([
        name,
        person.ownName,
        person.account,
        person.schoolName,
        DUTY_LABELS[row.duty as Duty],
        isShared && !settings.quotasAreWeights ? row.quota : null,
        isShared && settings.quotasAreWeights ? row.weight : null,
      ])
    }
  }
  const body = await writeXlsx([
    {
      name: '阅卷教师',
      widths: WIDTHS,
      frozenRows: 1,
      frozenColumns: 2,
      rows: [{ cells: [...COLUMNS], style: 'head' }, ...rows.map((cells) => ({ cells }))],
    },
    {
      name: '填写说明',
      widths: [12, 80],
      frozenRows: 1,
      frozenColumns: 0,
      rows: [
        { cells: ['列', '怎样填写'], style: 'head' },
        ...notesOf(blocks.map(({ name }) => name)).map((cells) => ({ cells })),
      ],
    },
  ])
  return xlsxReply([examName, subjectName, '阅卷教师'], isoNow(clock), body)
}

const notesOf = (blocks: readonly string[]): [string, string][] => [
  ['题块', `必填。「全部」或题块名称，几个题块用顿号隔开。本科目的题块：${blocks.join('、')}`],
  ['教师', '填了账号可以不填；没有同名教师时只填姓名即可'],
  ['账号', '有同名教师时必填'],
  ['学校', '联考中区分各校的教师，可以不填'],
  ['职责', `${Object.values(DUTY_LABELS).join('或')}；不填为${DUTY_LABELS.marker}`],
  ['任务量', '定量分配的评阅份数，整数；与比例只填一个；题组长不填'],
  ['比例', '定量分配的比例，整数；与任务量只填一个；题组长不填'],
  [
    '',
    '表中没有的教师保持不变；账号已停用或不再能阅卷的教师不在表中，请在「更换阅卷员」中停止分配',
  ],
]
