import { Classes } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { identicalSet, type ReplyOf } from '@hengjuan/contracts'
import { ReasonButton, Segmented, toast, useOneByOne } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import { SmallPaper } from '../../marking-core/paper/SmallPaper.tsx'
import type { LeaderTaskView } from './leader-task.ts'
import css from './leader.module.css'

/**
 * The other papers of a group of identical scripts, one at a time beside the paper to decide. A link that is
 * wrong is cut, and can be restored.
 */
export function IdenticalPapers(props: { task: LeaderTaskView; images: PaperImages }) {
  const { task } = props
  const [changed, setChanged] = useState<ReplyOf<typeof identicalSet> | null>(null)
  const { identical: papers, identical_cut: cuts } = changed ?? task
  const [chosen, setChosen] = useState<number | null>(null)
  const { mutate, isPending } = useCall(identicalSet, {
    onSuccess: setChanged,
    onError: toast.error,
  })
  const change = (action: 'cut' | 'restore', other: number) =>
    mutate({ body: { unit_id: task.unit_id, other_unit_id: other, action } })
  const shown = papers.find(({ unit_id }) => unit_id === chosen) ?? papers[0]
  const { here } = useOneByOne(`${shown?.unit_id} ${cuts.map(({ unit_id }) => unit_id).join()}`)
  if (!shown && cuts.length === 0) return null
  const between = papers.find(({ is_linked }) => is_linked)?.secret_code
  return (
    <aside
      {...here}
      className={css['identical']}
      aria-label="雷同的试卷"
      data-none={!shown || undefined}
    >
      <header>
        {shown ? `雷同 ${papers.length + 1} 份` : '没有雷同的试卷'}
        {shown && papers.length === 1 && <span>另一份 密号 {shown.secret_code}</span>}
        {shown && papers.length > 1 && (
          <Segmented
            label="雷同的试卷"
            options={papers.map(({ unit_id, secret_code }) => ({
              value: unit_id,
              label: secret_code,
            }))}
            value={shown.unit_id}
            onChange={setChosen}
          />
        )}
        {shown && (
          <ReasonButton
            size="small"
            loading={isPending}
            reason={
              shown.is_linked
                ? null
                : `与这份试卷没有直接关联，是经${between ? ` ${between} ` : '其他试卷'}连在一起的`
            }
            onClick={() => change('cut', shown.unit_id)}
          >
            不是雷同
          </ReasonButton>
        )}
        {shown && (
          <Link
            className={`${Classes.BUTTON} ${Classes.SMALL}`}
            to={`/identical-papers?block_id=${task.block_id}&unit_id=${task.unit_id}`}
          >
            并排比较
          </Link>
        )}
      </header>
      {cuts.map((cut) => (
        <p key={cut.unit_id} className={css['cut']}>
          {cut.by_name} 认为与密号 {cut.secret_code} 不是雷同
          <ReasonButton
            size="small"
            variant="minimal"
            reason={isPending ? '正在保存' : null}
            onClick={() => change('restore', cut.unit_id)}
          >
            恢复关联
          </ReasonButton>
        </p>
      ))}
      {shown && (
        <SmallPaper
          key={shown.unit_id}
          parts={shown.images}
          images={props.images}
          alt={`密号 ${shown.secret_code} 的作答`}
          onFailure="请稍后刷新页面再比较"
        />
      )}
    </aside>
  )
}
