import { guardedAccounts, unlockUser } from '@hengjuan/contracts'
import { columnsHold, type Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { managesServer } from '../../http/server-manager.ts'
import type { Session } from '../../http/session.ts'
import { unlockAccount } from '../../http/try-limit.ts'
import type { Services } from '../../services.ts'

/** Accounts that are locked or have a second factor: of the own school, or of all for who manages the server. */
export function registerGuarded(target: ServeApp): void {
  serve(target, guardedAccounts, async ({ query, services, session }) => {
    const { page = 1, limit = 20 } = query
    const manages_server = await managesServer(services, session)
    const reach = await reachedBy(services, session)
    const found = await selectGuarded(
      services.db,
      { kind: query.kind, keyword: query.keyword?.trim() ?? '', schoolId: reach },
      isoNow(services.clock),
      { limit, offset: (page - 1) * limit },
    )
    return { ...found, page, page_size: limit, manages_server }
  })

  serve(target, unlockUser, async (call) => {
    const { body, services, session } = call
    const reach = await reachedBy(services, session)
    await services.db.transaction().execute(async (db) => {
      const user = await db
        .selectFrom('user')
        .select(['id', 'account', 'school_id'])
        .where('id', '=', body.user_id)
        .$if(reach !== 'all', (one) => one.where('school_id', '=', reach === 'all' ? 0 : reach))
        .executeTakeFirst()
      if (!user) throw new AppError('STAFF_NOT_FOUND')
      await unlockAccount(db, user.account)
      await audit(db, call, {
        action: 'unlock',
        object: `user:${user.id}`,
        schoolId: user.school_id,
      })
    })
    return { ok: true as const }
  })
}

const reachedBy = async (services: Services, session: Session): Promise<number | 'all'> =>
  (await managesServer(services, session)) ? 'all' : (session.schoolId ?? 0)

async function selectGuarded(
  db: Db,
  {
    kind,
    keyword,
    schoolId,
  }: { kind: 'locked' | 'factor'; keyword: string; schoolId: number | 'all' },
  now: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const locks = db
    .selectFrom('rate_limit')
    .where('account', 'is not', null)
    .where('blocked_until', '>', now)
    .groupBy('account')
    .select(({ fn }) => [
      'account as name',
      fn.max('blocked_until').as('until'),
      fn.sum<number>('hits').as('hits'),
    ])
    .as('locks')
  const base = db
    .selectFrom('user')
    .leftJoin(locks, (join) =>
      join.on((eb) => eb(eb.fn<string>('lower', ['user.account']), '=', eb.ref('locks.name'))),
    )
    .leftJoin('second_factor', (join) =>
      join
        .onRef('second_factor.user_id', '=', 'user.id')
        .on('second_factor.confirmed_at', 'is not', null),
    )
    .leftJoin('school', 'school.id', 'user.school_id')
    .$if(schoolId !== 'all', (query) =>
      query.where('user.school_id', '=', schoolId === 'all' ? 0 : schoolId),
    )
    .$if(kind === 'locked', (query) => query.where('locks.until', 'is not', null))
    .$if(kind === 'factor', (query) => query.where('second_factor.confirmed_at', 'is not', null))
    .$if(keyword !== '', (query) =>
      query.where((eb) => columnsHold(db, [eb.ref('user.account'), eb.ref('user.name')], keyword)),
    )
  const { total } = await base
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await base
    .select([
      'user.id as user_id',
      'user.account',
      'user.name',
      'school.name as school_name',
      'locks.until as locked_until',
      'locks.hits as tries',
      'second_factor.confirmed_at',
    ])
    .orderBy('user.account')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    total: Number(total),
    list: rows.map(({ confirmed_at, tries, ...row }) => ({
      ...row,
      tries: Number(tries ?? 0),
      factor_on: confirmed_at !== null,
    })),
  }
}
