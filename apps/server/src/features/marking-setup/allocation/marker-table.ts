import type { Db } from '@hengjuan/db'
import { type FieldError, type ImportField, sameText } from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import { type ImportTable, plainText, readImportTable } from '../../../spreadsheet/index.ts'
import { type Duty, selectBlockMarkers } from '../../marking-core/index.ts'
import {
  changeOf,
  DUTY_LABELS,
  keyOf,
  type MarkerLine,
  type MarkerRow,
  shareNow,
  strongest,
} from './marker-change.ts'
import type { Present } from './diff-rows.ts'
import { isNamed, type MarkingPerson, mayBe, selectMarkingStaff } from './marking-staff.query.ts'

export const COLUMNS = ['题块', '教师', '账号', '学校', '职责', '任务量', '比例'] as const
type Column = (typeof COLUMNS)[number]

const FIELDS: readonly ImportField<Column>[] = [
  { field: '题块', label: '题块', aliases: ['题目', '阅卷题目', '题组'], required: true },
  {
    field: '教师',
    label: '教师',
    aliases: ['姓名', '教师姓名', '阅卷教师', '阅卷老师', '老师'],
    required: true,
  },
  { field: '账号', label: '账号', aliases: ['登录账号', '用户名', '工号'], isCode: true },
  { field: '学校', label: '学校', aliases: ['学校名称', '所在学校', '单位'] },
  { field: '职责', label: '职责', aliases: ['角色', '身份', '阅卷职责'] },
  { field: '任务量', label: '任务量', aliases: ['份数', '阅卷份数', '任务数'] },
  { field: '比例', label: '比例', aliases: ['任务比例', '权重'] },
]

const MAX_ROWS = 5000
const LARGEST_QUOTA = 1_000_000
const LARGEST_WEIGHT = 10_000

const DUTIES: Readonly<Record<string, Duty>> = {
  '': 'marker',
  阅卷: 'marker',
  阅卷教师: 'marker',
  题组长: 'leader',
  组长: 'leader',
  仲裁: 'leader',
  仲裁教师: 'leader',
}

export interface CheckedTable {
  rows: MarkerRow[]
  lines: MarkerLine[]
  errors: FieldError[]
}

export type MarkerTable = ImportTable<Column>

export const readMarkerTable = (file: MultipartFile): Promise<MarkerTable> =>
  readImportTable(file, { columns: FIELDS, maxRows: MAX_ROWS })

/** A subject of an exam of a school. */
export interface ExamSubject {
  schoolId: number
  examId: number
  subjectId: number
}

/** What each row means, and the address of every cell that means nothing. */
export async function checkTable(
  db: Db,
  subject: ExamSubject,
  table: MarkerTable,
): Promise<CheckedTable> {
  const blocks = await selectBlocks(db, subject)
  const people = await selectMarkingStaff(db, {
    id: subject.examId,
    school_id: subject.schoolId,
  })
  const present = await presentIn(
    db,
    blocks.map(({ id }) => id),
  )
  const isThere = (blockId: number, { id }: MarkingPerson, duty: Duty) =>
    present.has(keyOf({ blockId, userId: id, duty }))
  const seen = new Map<string, number>()
  const ways = waysOf(table, blocks)
  const checked: CheckedTable = { rows: [], lines: [], errors: [] }
  for (const { row, cells } of table.rows) {
    const problems: string[] = []
    const report: Report = (column, message) => {
      problems.push(message)
      checked.errors.push({ path: table.address(row, column), message })
    }
    table.tellProblems(row, report)
    const named = blocksOf(cells.题块, blocks)
    if (named.length === 0)
      report(
        '题块',
        `${cells.题块 === '' ? '请填写题块（合并的单元格只有第一行有内容，请逐行填写）' : `没有题块「${cells.题块}」`}，这一科有：${blocks.map(({ name }) => name).join('、')}`,
      )
    const person = personOf(cells, people, report)
    const duty = DUTIES[cells.职责]
    if (!duty) report('职责', `不认识职责「${cells.职责}」，请填 阅卷教师 或 题组长`)
    else if (person && !mayBe(person, duty) && named.some(({ id }) => !isThere(id, person, duty)))
      report(
        '教师',
        `${person.name}没有可以${duty === 'marker' ? '阅卷' : '仲裁'}的身份，请在人员信息中添加，或改职责`,
      )
    const quota = wholeNumber(cells.任务量, LARGEST_QUOTA, (message) =>
      report('任务量', `任务量${message}`),
    )
    const weight = wholeNumber(cells.比例, LARGEST_WEIGHT, (message) =>
      report('比例', `比例${message}`),
    )
    const share = quota === null ? '比例' : '任务量'
    if (quota !== null && weight !== null) report('比例', '任务量和比例只能填一个')
    // A number there would share the block out by what its markers have of it: nothing.
    else if (duty === 'leader' && (quota !== null || weight !== null))
      report(
        share,
        `题组长不分任务量，请清空这一格；也要阅卷的，请另加一行，职责填${DUTY_LABELS.marker}`,
      )
    else if (duty === 'marker' && (quota !== null || weight !== null))
      for (const { id, name } of named) {
        const problem = disagreement(name, ways.get(id))
        if (problem !== null) report(share, problem)
      }
    for (const { id, name } of named) {
      if (!person || !duty) break
      const key = `${id} ${person.id} ${duty}`
      const before = seen.get(key)
      if (before !== undefined) report('教师', `${person.name}在「${name}」中与第 ${before} 行重复`)
      seen.set(key, row)
    }
    const taken =
      problems.length === 0 && person && duty
        ? named.map((block) => ({
            block,
            line: { blockId: block.id, userId: person.id, duty, quota, weight },
          }))
        : []
    checked.lines.push(...taken.map(({ line }) => line))
    const changes = taken.map(({ block, line }) =>
      changeOf(line, present.get(keyOf(line)), shareNow(block)),
    )
    checked.rows.push({
      row,
      block_name: named.map(({ name }) => name).join('、') || cells.题块,
      teacher: person?.ownName ?? cells.教师,
      school: person?.schoolName ?? cells.学校,
      account: person?.account ?? cells.账号,
      duty: duty ?? 'marker',
      quota: quota ?? weight,
      result: taken.length > 0 ? strongest(changes.map(({ result }) => result)) : 'error',
      message:
        taken.length > 0
          ? [...new Set(changes.map(({ message }) => message))].join('；')
          : problems.join('；'),
    })
  }
  return checked
}

/** Rows of the table that give a block's markers numbers of papers, and shares. */
interface Ways {
  quotas: number[]
  weights: number[]
}

function waysOf(table: MarkerTable, blocks: readonly Block[]): Map<number, Ways> {
  const ways = new Map<number, Ways>()
  for (const { row, cells } of table.rows) {
    if (DUTIES[cells.职责] !== 'marker') continue
    for (const { id } of blocksOf(cells.题块, blocks)) {
      const own = ways.get(id) ?? { quotas: [], weights: [] }
      ways.set(id, own)
      if (cells.任务量 !== '') own.quotas.push(row)
      if (cells.比例 !== '') own.weights.push(row)
    }
  }
  return ways
}

/** What stands against rows that share out one block in two ways: one of them would count for nothing. */
const disagreement = (block: string, ways: Ways | undefined): string | null =>
  ways && ways.quotas.length > 0 && ways.weights.length > 0
    ? `「${block}」${rowsText(ways.quotas)}填了任务量，${rowsText(ways.weights)}填了比例；同一题块请统一填任务量，或统一填比例`
    : null

/** Most rows that are named one by one. */
const NAMED_ROWS = 5

const rowsText = (rows: readonly number[]): string =>
  rows.length > NAMED_ROWS
    ? `第 ${rows.slice(0, NAMED_ROWS).join('、')} 等 ${rows.length} 行`
    : `第 ${rows.join('、')} 行`

type Cells = Record<Column, string>
type Report = (column: Column, message: string) => void

function personOf(
  cells: Cells,
  people: readonly MarkingPerson[],
  report: Report,
): MarkingPerson | null {
  const schools = new Map(people.map((person) => [person.schoolId, person]))
  if (cells.学校 !== '' && ![...schools.values()].some((one) => isOf(one, cells.学校))) {
    const known = [...schools.values()].map(({ schoolName }) => schoolName).join('、')
    report('学校', `没有学校「${cells.学校}」参加本场考试，参加的有：${known}`)
    return null
  }
  const among = people.filter((person) => cells.学校 === '' || isOf(person, cells.学校))
  if (cells.账号 !== '') {
    const found = among.find(({ account }) => account === plainText(cells.账号))
    if (!found)
      report('账号', `${cells.学校}没有可以阅卷的账号「${cells.账号}」，请先在人员信息中添加`)
    else if (cells.教师 !== '' && !isNamed(found, cells.教师))
      report('教师', `账号 ${cells.账号} 的姓名是「${found.ownName}」，与「${cells.教师}」不同`)
    return found ?? null
  }
  if (cells.教师 === '') {
    report('教师', '请填写教师姓名或账号')
    return null
  }
  const found = among.filter((person) => isNamed(person, cells.教师))
  if (found.length === 1) return found[0] ?? null
  const hasSchools = new Set(found.map(({ schoolId }) => schoolId)).size > 1
  const accounts = found.map(({ account, schoolName }) =>
    hasSchools ? `${account}（${schoolName}）` : account,
  )
  report(
    '教师',
    found.length === 0
      ? `${cells.学校}没有可以阅卷的教师「${cells.教师}」，请先在人员信息中添加`
      : `有 ${found.length} 位教师叫「${cells.教师}」，请填写账号${hasSchools ? '或学校' : ''}：${accounts.join('、')}`,
  )
  return null
}

const isOf = ({ schoolName, schoolShort }: MarkingPerson, name: string): boolean =>
  sameText(schoolName, name) || sameText(schoolShort, name)

/** The blocks that a cell names, several apart by 、 or a comma; 全部 means all. */
function blocksOf(text: string, blocks: readonly Block[]): Block[] {
  if (text === '全部') return [...blocks]
  const named = (word: string) => blocks.find(({ name }) => sameText(name, word))
  // The name of one block may hold the sign that sets several apart.
  const one = named(text)
  if (one) return [one]
  const found = text.split(/[、，,;；]/).map(named)
  return found.every((block) => block !== undefined) ? found : []
}

function wholeNumber(
  text: string,
  largest: number,
  report: (message: string) => void,
): number | null {
  if (text === '') return null
  const digits = plainText(text)
  if (/^\d+$/.test(digits) && Number(digits) <= largest) return Number(digits)
  report(`「${text}」应为 0 到 ${largest} 的整数`)
  return null
}

type Block = Awaited<ReturnType<typeof selectBlocks>>[number]

/** In printed order. */
export const selectBlocks = (db: Db, { examId, subjectId }: ExamSubject) =>
  db
    .selectFrom('block')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select(['id', 'name', 'alloc_mode', 'settings', 'is_joint'])
    .orderBy('sort')
    .orderBy('id')
    .execute()

async function presentIn(db: Db, blockIds: readonly number[]): Promise<Map<string, Present>> {
  const all = await Promise.all(
    blockIds.map(async (blockId) =>
      (await selectBlockMarkers(db, blockId)).map(
        (row) => [keyOf({ blockId, userId: row.user_id, duty: row.duty as Duty }), row] as const,
      ),
    ),
  )
  return new Map(all.flat())
}
