import type { Role } from '@hengjuan/domain'
import { createRegionalAccount, readRegion } from '../features/region/index.ts'
import type { Services } from '../services.ts'
import { TEST_PASSWORD } from './seed-school.ts'

export interface SeededBureau {
  bureauId: number
  userId: number
}

/** A bureau with an account, or one more account of it. @param plan.region as `330100=浙省/江城市` */
export async function seedBureau(
  services: Services,
  plan: { name: string; region: string; account: string; role?: Role },
): Promise<SeededBureau> {
  const { bureauId, userId } = await createRegionalAccount(services, {
    bureau: plan.name,
    region: readRegion(plan.region),
    role: plan.role ?? 'regional_admin',
    account: plan.account,
    name: `考试院${plan.account}`,
    password: TEST_PASSWORD,
  })
  return { bureauId, userId }
}
