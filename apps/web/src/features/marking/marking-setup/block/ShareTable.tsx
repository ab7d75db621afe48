import type { AllocMode } from '@hengjuan/domain'
import { Figure } from '@hengjuan/ui'
import css from './setup.module.css'
import { type ShareProps, ShareRow } from './ShareRow.tsx'

/** How the target of a marker comes about. */
const TARGETS: Readonly<Record<AllocMode, string>> = {
  1: '动态分配：没有目标，谁先评完谁继续领取',
  2: '需要评阅的份数 ÷ 在评教师人数，余数依次分给前面的教师',
  3: '按任务量：填的份数；按比例：需要评阅的份数 × 本人比例 ÷ 比例之和',
}

/** What each marker is to do. */
export function ShareTable(props: ShareProps) {
  const { markers, mode, isByWeight } = props
  return (
    <table className={css['table']}>
      <thead>
        <tr>
          <th scope="col">教师</th>
          <th scope="col" className={css['figure']}>
            <Figure formula="已提交的一评、二评份数；点数字看这些评阅">已评</Figure>
          </th>
          <th scope="col" className={css['figure']}>
            <Figure formula="已领取、还没有提交的份数">手中</Figure>
          </th>
          {mode === 3 && <th scope="col">{isByWeight ? '比例' : '任务量'}</th>}
          <th scope="col" className={css['figure']}>
            <Figure formula={TARGETS[mode] ?? ''}>目标</Figure>
          </th>
          <th scope="col" className={css['centre']}>
            可超额
          </th>
          <th scope="col" className={css['centre']}>
            停止分配
          </th>
        </tr>
      </thead>
      <tbody>
        {markers.map((marker) => (
          <ShareRow key={marker.id} {...props} marker={marker} />
        ))}
      </tbody>
    </table>
  )
}
