import { KeyHint, StatusTag } from '@hengjuan/ui'
import css from './rooms.module.css'

/** Of when the figures are, and the keys of the list. */
export function SeatFoot({ fetchedAt }: { fetchedAt: string | null }) {
  return (
    <p className={css['foot']}>
      {fetchedAt === null ? (
        <StatusTag status="warn">还没有服务器的统计：只算本站扫到的</StatusTag>
      ) : (
        <span>服务器 {new Date(fetchedAt).toLocaleTimeString('zh-CN')} 的统计，加上本站扫到的</span>
      )}
      <span className={css['grow']} />
      <span>
        <KeyHint keys="Alt+↓" /> 换考场 <KeyHint keys="↓" /> 选考生 <KeyHint keys="A" /> 登记缺考{' '}
        <KeyHint keys="F" /> 找原卷
      </span>
    </p>
  )
}
