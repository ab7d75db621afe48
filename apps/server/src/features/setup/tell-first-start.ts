import type { Services } from '../../services.ts'
import { hasSchool } from '../school/index.ts'
import { setupCode } from './setup-code.ts'

/** Says in the server's window how the first school is created; nothing once there is one. */
export async function tellFirstStart(
  { db, config }: Pick<Services, 'db' | 'config'>,
  tell: (text: string) => void,
): Promise<void> {
  if (await hasSchool(db)) return
  tell(
    `还没有学校。请用浏览器打开本服务，填写学校与管理员；启动码：${await setupCode(config.dataDir)}`,
  )
}
