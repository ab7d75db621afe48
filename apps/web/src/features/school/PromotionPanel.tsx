import { HTMLSelect } from '@blueprintjs/core'
import { useCaller } from '@hengjuan/client/react'
import { promotion } from '@hengjuan/contracts'
import { ErrorState, Panel, SkeletonLines } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import { PromotionDone } from './PromotionDone.tsx'
import { PromotionForm } from './PromotionForm.tsx'

/** One press into the next school year, and the way back. */
export function PromotionPanel(props: { year: number; onYear: (year: number) => void }) {
  const { year } = props
  const { call } = useCaller()
  const plan = useQuery({
    queryKey: [promotion.path, year],
    queryFn: () => call(promotion, { body: { phase: 'plan', year } }),
  })
  const { data, error } = plan
  if (error && !data) return <ErrorState error={error} onRetry={() => void plan.refetch()} />
  return (
    <Panel
      title={data?.title ?? '升级'}
      note="班级的年级和名称一起变化；考试、成绩和报表不变"
      actions={
        <HTMLSelect
          aria-label="学年"
          value={year}
          options={[year - 1, year, year + 1].map((one) => ({
            value: one,
            label: `${one}-${one + 1} 学年`,
          }))}
          onChange={({ currentTarget }) => props.onYear(Number(currentTarget.value))}
        />
      }
    >
      {!data && <SkeletonLines lines={8} />}
      {data?.done && <PromotionDone plan={data} done={data.done} />}
      {data && !data.done && <PromotionForm key={year} plan={data} />}
    </Panel>
  )
}
