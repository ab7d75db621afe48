import { columnsHold, type Db } from '@hengjuan/db'

export interface AuditFilter {
  /** Null: of all schools. */
  schoolId: number | null
  from?: string | undefined
  to?: string | undefined
  userId?: number | undefined
  action?: string | undefined
  object?: string | undefined
  keyword?: string | undefined
}

const filtered = (db: Db, filter: AuditFilter) =>
  db
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.user_id')
    .leftJoin('school', 'school.id', 'audit.school_id')
    .leftJoin('mark_client', 'mark_client.id', 'audit.client_id')
    .$if(filter.schoolId !== null, (query) => query.where('audit.school_id', '=', filter.schoolId))
    .$if(filter.from !== undefined, (query) => query.where('audit.at', '>=', filter.from ?? ''))
    .$if(filter.to !== undefined, (query) => query.where('audit.at', '<', filter.to ?? ''))
    .$if(filter.userId !== undefined, (query) =>
      query.where('audit.user_id', '=', filter.userId ?? 0),
    )
    .$if(filter.action !== undefined, (query) =>
      query.where('audit.action', '=', filter.action ?? ''),
    )
    .$if(filter.object !== undefined, (query) => {
      const object = filter.object ?? ''
      return object.includes(':')
        ? query.where((eb) =>
            eb.or([
              eb('audit.object', '=', object),
              // Of an exam also what was done to one of its subjects.
              eb('audit.object', 'like', `${likeText(object)}/%`),
            ]),
          )
        : query.where((eb) =>
            eb.or([
              eb('audit.object', '=', object),
              eb('audit.object', 'like', `${likeText(object)}:%`),
            ]),
          )
    })
    .$if(Boolean(filter.keyword?.trim()), (query) =>
      query.where((eb) =>
        columnsHold(db, [eb.ref('user.name'), eb.ref('user.account')], filter.keyword ?? ''),
      ),
    )

/** Signs that `like` takes for something else have no place in the names of objects. */
const likeText = (text: string): string => text.replaceAll(/[%_\\]/g, '')

export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const COLUMNS = [
  'audit.id',
  'audit.at',
  'audit.role',
  'audit.action',
  'audit.object',
  'audit.before',
  'audit.after',
  'audit.request_id',
  'user.name as user_name',
  'user.account',
  'school.short_name as school_name',
  'mark_client.label as client',
] as const

/** What was done to things, by their names in the record; the newest first. */
export const selectAuditOf = (db: Db, objects: readonly string[], limit: number) =>
  filtered(db, { schoolId: null })
    .where('audit.object', 'in', [...objects])
    // Who took a table away changed nothing.
    .where('audit.action', '<>', 'export')
    .select(COLUMNS)
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute()

/** Records, the newest first. */
export const selectAudit = (
  db: Db,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  filtered(db, filter)
    .select(COLUMNS)
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export type AuditRow = Awaited<ReturnType<typeof selectAudit>>[number]

/** Where the name of an object lies, by its kind in the record; `page` opens it. */
const NAMED = {
  exam: {
    table: 'exam',
    columns: ['id', 'name', 'deleted_at'],
    name: (row: Row) => row['name'],
    page: (row: Row) =>
      row['deleted_at'] ? null : `/MainPage/exam-manage/exam-detail/${row['id']}/subject-exam`,
  },
  user: {
    table: 'user',
    columns: ['id', 'name', 'account'],
    name: (row: Row) => `${row['name']}（${row['account']}）`,
    page: () => null,
  },
  student: {
    table: 'student',
    columns: ['id', 'name', 'student_no'],
    name: (row: Row) => `${row['name']}（${row['student_no']}）`,
    page: () => null,
  },
  school: {
    table: 'school',
    columns: ['id', 'name'],
    name: (row: Row) => row['name'],
    page: () => null,
  },
  block: {
    table: 'block',
    columns: ['id', 'name', 'exam_id', 'subject_id'],
    name: (row: Row) => row['name'],
    page: (row: Row) => `/MarkSet?exam_id=${row['exam_id']}&subject_id=${row['subject_id']}`,
  },
  sheet: {
    table: 'answer_sheet',
    columns: ['id', 'name'],
    name: (row: Row) => row['name'],
    page: () => '/MainPage/answer-sheet-center',
  },
} as const

type Row = Record<string, string | number | null>

/** Names of the exams, people, blocks and sheets that records are about, by object as it is recorded. */
export async function selectObjectNames(
  db: Db,
  ids: ReadonlyMap<string, readonly number[]>,
): Promise<Map<string, { name: string; link: string | null }>> {
  const names = new Map<string, { name: string; link: string | null }>()
  for (const [kind, { table, columns, name, page }] of Object.entries(NAMED)) {
    const wanted = ids.get(kind) ?? []
    if (wanted.length === 0) continue
    // The tables have no common type; each has an id, and the columns that are named beside it.
    const rows = (await db
      .selectFrom(table as 'exam')
      .select(columns as unknown as ['id', 'name'])
      .where('id', 'in', [...wanted])
      .execute()) as Row[]
    for (const row of rows)
      names.set(`${kind}:${row['id']}`, { name: String(name(row)), link: page(row) })
  }
  return names
}
