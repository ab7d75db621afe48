import type { Db } from '@hengjuan/db'

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
    .$if(filter.keyword !== undefined, (query) => {
      const like = `%${likeText(filter.keyword ?? '')}%`
      return query.where((eb) =>
        eb.or([eb('user.name', 'like', like), eb('user.account', 'like', like)]),
      )
    })

/** Signs that `like` takes for something else have no place in names and accounts. */
const likeText = (text: string): string => text.replaceAll(/[%_\\]/g, '')

export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Records, the newest first. */
export const selectAudit = (
  db: Db,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  filtered(db, filter)
    .select([
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
    ])
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export type AuditRow = Awaited<ReturnType<typeof selectAudit>>[number]

/** Names of the exams, people, blocks and sheets that records are about, by object as it is recorded. */
export async function selectObjectNames(
  db: Db,
  ids: ReadonlyMap<string, readonly number[]>,
): Promise<Map<string, { name: string; link: string | null }>> {
  const names = new Map<string, { name: string; link: string | null }>()
  const of = (kind: string) => ids.get(kind) ?? []
  const put = (kind: string, id: number, name: string, link: string | null = null) =>
    void names.set(`${kind}:${id}`, { name, link })
  if (of('exam').length > 0)
    for (const { id, name, deleted_at } of await db
      .selectFrom('exam')
      .select(['id', 'name', 'deleted_at'])
      .where('id', 'in', [...of('exam')])
      .execute())
      put(
        'exam',
        id,
        name,
        deleted_at ? null : `/MainPage/exam-manage/exam-detail/${id}/subject-exam`,
      )
  if (of('user').length > 0)
    for (const { id, name, account } of await db
      .selectFrom('user')
      .select(['id', 'name', 'account'])
      .where('id', 'in', [...of('user')])
      .execute())
      put('user', id, `${name}（${account}）`)
  if (of('student').length > 0)
    for (const { id, name, student_no } of await db
      .selectFrom('student')
      .select(['id', 'name', 'student_no'])
      .where('id', 'in', [...of('student')])
      .execute())
      put('student', id, `${name}（${student_no}）`)
  if (of('school').length > 0)
    for (const { id, name } of await db
      .selectFrom('school')
      .select(['id', 'name'])
      .where('id', 'in', [...of('school')])
      .execute())
      put('school', id, name)
  if (of('block').length > 0)
    for (const { id, name, exam_id, subject_id } of await db
      .selectFrom('block')
      .select(['id', 'name', 'exam_id', 'subject_id'])
      .where('id', 'in', [...of('block')])
      .execute())
      put('block', id, name, `/MarkSet?exam_id=${exam_id}&subject_id=${subject_id}`)
  if (of('sheet').length > 0)
    for (const { id, name } of await db
      .selectFrom('answer_sheet')
      .select(['id', 'name'])
      .where('id', 'in', [...of('sheet')])
      .execute())
      put('sheet', id, name, '/MainPage/answer-sheet-center')
  return names
}
