import { setupCreate, setupState } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { serve, type ServeApp } from '../../http/serve.ts'
import { takeTry } from '../../http/try-limit.ts'
import { createSchool, hasSchool } from '../school/index.ts'
import { isSetupCode, setupCode } from './setup-code.ts'

/** Whoever guesses is slowed down for everybody: there is one code, and it is needed once. */
const TRIES = { bucket: 'setup', free: 10, waits: [1, 5, 15], windowMinutes: 60 } as const

export function registerSetup(target: ServeApp): void {
  serve(target, setupState, async ({ services }) => ({ needed: !(await hasSchool(services.db)) }))

  serve(target, setupCreate, async ({ body, services }) => {
    if (await hasSchool(services.db)) throw new AppError('SETUP_DONE')
    const minutes = await takeTry(services, TRIES)
    if (minutes !== null) throw new AppError('SIGN_IN_TOO_MANY', { minutes })
    if (!isSetupCode(body.code, await setupCode(services.config.dataDir)))
      throw new AppError('SETUP_CODE_WRONG')
    await createSchool(services, {
      name: body.school_name,
      shortName: '',
      adminAccount: body.account,
      adminName: body.admin_name,
      password: body.password,
    })
    return { ok: true as const }
  })
}
