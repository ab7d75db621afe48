import { AppError, isSuperAdmin, mayDo } from '@hengjuan/domain'
import type { Services } from '../services.ts'
import type { Session } from './session.ts'

/**
 * Does this account manage the server? The configured one; where none is, whoever administers the region, or the only
 * school that there is.
 */
export async function managesServer(
  { db, config }: Services,
  { account, role }: Pick<Session, 'account' | 'role'>,
): Promise<boolean> {
  if (!mayDo(role, 'server.manage')) return false
  if (config.superAdmin !== '') return isSuperAdmin(account, config.superAdmin)
  if (role === 'regional_admin') return true
  const schools = await db
    .selectFrom('school')
    .where('kind', '=', 'school')
    .select('id')
    .limit(2)
    .execute()
  return schools.length === 1
}

/** @throws AppError SERVER_NOT_MANAGED */
export async function assertManagesServer(
  services: Services,
  session: Pick<Session, 'account' | 'role'>,
): Promise<void> {
  if (await managesServer(services, session)) return
  const { superAdmin } = services.config
  throw new AppError('SERVER_NOT_MANAGED', {
    who: superAdmin === '' ? '区域管理员' : `账号 ${superAdmin}`,
  })
}
