import { noticeTimes } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import { digestAhead, rolesThatMay } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { defineJob } from '../../jobs/index.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notice/index.ts'
import { settingAt } from '../setting/index.ts'
import { takeAlarms } from './take-alarms.ts'

type Exam = Selectable<Tables['exam']>

const LOOK_MS = 60_000
/** So long before the hour at which messages are collected, so that what is collected holds the alarms. */
const AHEAD_MINUTES = 10
/** Of exams that nobody goes on with nobody wants to hear twice a day. */
const DAYS = 60
const NAMED = 5
const TITLE = '考试预警'

/** What cannot wait in the exams of a school goes into the collected messages of who manages them. @source platform 4.6 */
export const alarmDigest = defineJob(
  'exam.alarm-digest',
  { title: '汇总考试预警', queue: 'exam.alarm-digest', everyMs: LOOK_MS },
  async ({ services, signal }) => {
    for (const [schoolId, exams] of await selectRunning(services)) {
      signal.throwIfAborted()
      await tellSchool(services, schoolId, exams)
    }
  },
)

/** @returns how many were told; 0 where it is not the time, was done, or nothing is wrong */
export async function tellSchool(
  services: Services,
  schoolId: number,
  exams: readonly Exam[],
): Promise<number> {
  const { db, clock } = services
  const { value: times } = await settingAt(db, noticeTimes, { schoolId })
  const nowMs = clock.now().getTime()
  if (!digestAhead(nowMs, times.digests, AHEAD_MINUTES)) return 0
  const since = new Date(nowMs - AHEAD_MINUTES * 60_000).toISOString()
  if (await wasTold(db, schoolId, since)) return 0
  const told = []
  for (const exam of exams) {
    const { list } = await takeAlarms(services, exam, { subjects: 'all', withScores: false })
    const red = list.filter(({ level, muted_by }) => level === 'red' && muted_by === null)
    if (red.length > 0) told.push({ exam, lines: red.map(({ text }) => text) })
  }
  const [first] = told
  if (!first) return 0
  return notify(db, services, {
    kind: 'marking',
    to: await selectManagers(db, schoolId),
    title: TITLE,
    text: told
      .slice(0, NAMED)
      .map(({ exam, lines }) => `${exam.name}：${lines.join('；')}`)
      .concat(told.length > NAMED ? [`另有 ${told.length - NAMED} 场考试有预警`] : [])
      .join('\n'),
    link:
      told.length === 1
        ? `/MainPage/exam-manage/process/subject/0/alarm/0?exam_id=${first.exam.id}`
        : '/MainPage/exam-manage/overview?state=running',
    examId: told.length === 1 ? first.exam.id : null,
    schoolId,
  })
}

/** Exams that are under way, by the school or bureau that holds them. */
async function selectRunning({ db, clock }: Services): Promise<Map<number, Exam[]>> {
  const oldest = new Date(clock.now().getTime() - DAYS * 86_400_000).toISOString().slice(0, 10)
  const exams = await db
    .selectFrom('exam')
    .where('published_snapshot_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('start_date', '>=', oldest)
    .selectAll()
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(exams, ({ school_id }) => school_id)
}

async function wasTold(db: Db, schoolId: number, since: string): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .where('school_id', '=', schoolId)
    .where('title', '=', TITLE)
    .where('at', '>=', since)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

async function selectManagers(db: Db, schoolId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_role')
    .innerJoin('user', 'user.id', 'user_role.user_id')
    .where('user_role.school_id', '=', schoolId)
    .where('user_role.role', 'in', [...rolesThatMay('exam.manage')])
    .where('user.disabled_at', 'is', null)
    .select('user.id')
    .distinct()
    .execute()
  return rows.map(({ id }) => id)
}
