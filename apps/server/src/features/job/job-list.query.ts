import type { Db } from '@hengjuan/db'
import type { JobRow } from '../../jobs/index.ts'

/** Jobs of a person in a role, or of a school; the latest first. */
export async function selectJobs(
  db: Db,
  of: { userId: number; userRoleId: number } | { schoolId: number },
  filter: {
    examId?: number | undefined
    kind?: string | undefined
    kinds?: readonly string[]
    /** With those whose file has gone. */
    withExpired?: boolean
    page: number
    limit: number
  },
): Promise<{ rows: JobRow[]; total: number }> {
  const { examId, kind, kinds, withExpired = false } = filter
  const jobs = db
    .selectFrom('job')
    .$if('schoolId' in of, (query) =>
      query.where('school_id', '=', 'schoolId' in of ? of.schoolId : 0),
    )
    .$if('userId' in of, (query) =>
      query
        .where('user_id', '=', 'userId' in of ? of.userId : 0)
        .where('user_role_id', '=', 'userId' in of ? of.userRoleId : 0),
    )
    .$if(examId !== undefined, (query) => query.where('exam_id', '=', examId ?? 0))
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', [...(kinds ?? [])]))
    .$if(!withExpired, (query) =>
      query.where((eb) =>
        eb.or([
          eb('state', '<>', 'done'),
          eb('file_name', 'is', null),
          eb('file_hash', 'is not', null),
        ]),
      ),
    )
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
  const { total } = await jobs
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await jobs
    .selectAll()
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute()
  return { rows, total: Number(total) }
}
