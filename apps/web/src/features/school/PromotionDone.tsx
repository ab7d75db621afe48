import { useCall } from '@hengjuan/client/react'
import { promotion } from '@hengjuan/contracts'
import { ConfirmDialog, ReasonButton, Time, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import css from './school.module.css'
import type { Plan } from './promotion-plan.ts'

export function PromotionDone({ plan, done }: { plan: Plan; done: NonNullable<Plan['done']> }) {
  const cache = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const undo = useCall(promotion, {
    onSuccess: () => {
      setAsking(false)
      toast.done('已撤销升级，班级、学生和任课都已恢复')
      return cache.invalidateQueries()
    },
  })
  const problems = done.undo_problems
  return (
    <>
      <p>
        {plan.year} 学年已于 <Time at={done.at} /> 由 {done.by_name} 升级。
      </p>
      <ReasonButton
        reason={problems.length === 0 ? null : problems.join('；')}
        onClick={() => setAsking(true)}
      >
        撤销升级
      </ReasonButton>
      {problems.length > 0 && (
        <ul className={css['muted']}>
          {problems.map((problem) => (
            <li key={problem}>{problem}，不能再撤销</li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="撤销升级"
        effect={`将把所有班级、毕业的学生、身份和任课恢复到升入 ${plan.year} 学年之前。`}
        confirmText="撤销升级"
        isDestructive
        isPending={undo.isPending}
        error={undo.error}
        onConfirm={() => undo.mutate({ body: { phase: 'undo', year: plan.year } })}
        onClose={() => setAsking(false)}
      >
        <p>升级之后被单独调班或改状态的学生保持现在的样子。</p>
      </ConfirmDialog>
    </>
  )
}
