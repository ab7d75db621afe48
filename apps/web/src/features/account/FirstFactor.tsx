import { useCaller } from '@hengjuan/client/react'
import { currentUser } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import type { SessionUser } from '../../session/session-store.ts'
import { FactorSetup } from './FactorSetup.tsx'
import css from './login.module.css'

/** An administrator on a server that asks for a second factor sets one up before anything else. */
export function FirstFactor({ onDone }: { onDone: (user: SessionUser) => void }) {
  const { call } = useCaller()
  const goOn = () =>
    void call(currentUser, {}).then(onDone, (error: unknown) => toast.error(error as Error))
  return (
    <div className={css['form']}>
      <h1 className={css['title']}>开启两步验证</h1>
      <p className={css['lead']}>本系统要求管理员开启两步验证，设置完成后进入系统。</p>
      <FactorSetup onDone={goOn} />
    </div>
  )
}
