import { routeKey, useCall, useRefresh } from '@hengjuan/client/react'
import { blockSettingsGet, nearLineGet, nearLineSet } from '@hengjuan/contracts'
import { ActLog, ConfirmDialog, LoggedAct, ProblemLine, ReasonButton, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMilli } from '@hengjuan/domain'
import { NearLinePreview } from './NearLinePreview.tsx'
import { formOf, type NearLineView, type RuleForm, ruleOf } from './rule-form.ts'
import { RuleFields } from './RuleFields.tsx'
import css from './near-line.module.css'

type Asking = { kind: 'run' } | { kind: 'withdraw'; run: NearLineView['runs'][number] }

export function NearLineRules(props: {
  examId: number
  subjectId: number
  mayChange: boolean
  view: NearLineView
}) {
  const { view, mayChange } = props
  const on = { exam_id: props.examId, subject_id: props.subjectId }
  const client = useQueryClient()
  const refresh = useRefresh(blockSettingsGet)
  const [edited, setEdited] = useState<RuleForm | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const form = edited ?? formOf(view)
  const typed = ruleOf(form, view)
  const { mutate, isPending, error, reset } = useCall(nearLineSet, {
    onSuccess: (next, { body: { action } }) => {
      client.setQueryData(routeKey(nearLineGet, { query: on }), next)
      setEdited(null)
      setAsking(null)
      if (action === 'save') toast.done(next.rule ? '分数线已保存' : '临界线复评已取消')
      else if (action === 'run') toast.done(`已送去复评 ${next.runs[0]?.papers ?? 0} 份`)
      else toast.done('尚未开始的复评已撤回，这些试卷恢复原来的得分')
      // A closed block is open again.
      return refresh()
    },
  })
  const papers = view.preview?.papers ?? 0
  const fixed = mayChange ? (view.is_published ? '成绩已发布，请先撤回发布' : null) : READ_ONLY
  const isSame = view.rule !== null && edited === null
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if ('rule' in typed && !isSame && fixed === null)
            mutate({ body: { ...on, action: 'save', rule: typed.rule } })
        }}
      >
        <RuleFields
          form={form}
          blocks={view.blocks}
          refusal={fixed}
          onChange={(next) => {
            reset()
            setEdited(next)
          }}
        />
        <div className={css['acts']}>
          <ReasonButton
            type="submit"
            loading={isPending && asking === null}
            reason={fixed ?? ('problem' in typed ? typed.problem : isSame ? '没有修改' : null)}
          >
            保存并统计
          </ReasonButton>
          {view.rule && (
            <>
              <ReasonButton
                intent="primary"
                reason={
                  fixed ??
                  (edited ? '请先保存修改' : papers === 0 ? '现在没有可以送去复评的试卷' : null)
                }
                onClick={() => setAsking({ kind: 'run' })}
              >
                {papers > 0 && !edited ? `送去复评 ${papers} 份…` : '送去复评…'}
              </ReasonButton>
              <ReasonButton
                variant="minimal"
                reason={fixed}
                onClick={() => mutate({ body: { ...on, action: 'save', rule: null } })}
              >
                不再使用
              </ReasonButton>
            </>
          )}
          {edited && 'problem' in typed && <ProblemLine problem={typed.problem} />}
          {asking === null && <ProblemLine problem={error} />}
        </div>
      </form>
      {edited === null && <NearLinePreview view={view} />}
      <NearLineRuns
        runs={view.runs}
        reason={fixed}
        isBusy={isPending}
        onWithdraw={(run) => setAsking({ kind: 'withdraw', run })}
      />
      <ConfirmDialog
        isOpen={asking !== null}
        title={asking?.kind === 'withdraw' ? '撤回尚未开始的复评' : '送去复评'}
        effect={
          asking?.kind === 'withdraw'
            ? `${asking.run.withdrawable} 份试卷不再复评，恢复原来的得分`
            : `${view.preview?.candidates ?? 0} 名考生的 ${papers} 份试卷由第二人再评一次`
        }
        confirmText={asking?.kind === 'withdraw' ? '撤回' : '送去复评'}
        isPending={isPending}
        error={error}
        onConfirm={() =>
          asking &&
          mutate({
            body:
              asking.kind === 'run'
                ? { ...on, action: 'run' }
                : { ...on, action: 'withdraw', run_id: asking.run.run_id },
          })
        }
        onClose={() => {
          setAsking(null)
          reset()
        }}
      >
        {asking?.kind === 'withdraw'
          ? '已有教师领取或评完的不受影响。'
          : '评完之前这些考生没有总分，成绩不能发布；原评阅教师不会再领到这些试卷。尚未开始的可以撤回。'}
      </ConfirmDialog>
    </>
  )
}

const READ_ONLY = '当前身份只能查看阅卷设置'

/** Past runs: how far they have come, what they changed; what nobody began can be called off. */
function NearLineRuns(props: {
  runs: NearLineView['runs']
  /** Why nothing can be called off; null when it can. */
  reason: string | null
  isBusy: boolean
  onWithdraw: (run: NearLineView['runs'][number]) => void
}) {
  if (props.runs.length === 0) return null
  return (
    <>
      <h3 className={css['heading']}>记录</h3>
      <ActLog inset label="复评记录">
        {props.runs.map((run) => (
          <LoggedAct
            key={run.run_id}
            at={run.at}
            what={`送去 ${run.papers} 份（${run.candidates} 名考生）`}
            by={run.by_name}
            action={
              run.papers > run.withdrawn && (
                <ReasonButton
                  size="small"
                  loading={props.isBusy}
                  reason={props.reason ?? (run.withdrawable === 0 ? '没有尚未开始的试卷' : null)}
                  onClick={() => props.onWithdraw(run)}
                >
                  撤回未开始的 {run.withdrawable} 份…
                </ReasonButton>
              )
            }
          >
            <p>
              {run.rule.lines
                .map(({ name, total_milli }) => `${name} ${formatMilli(total_milli)}`)
                .join('、')}
              ，上下 {formatMilli(run.rule.window_milli)} 分
            </p>
            <p>
              已复评 {run.done}/{run.papers - run.withdrawn} 份，得分改变 {run.changed}{' '}
              份，越过分数线 {run.crossed} 人{run.withdrawn > 0 && `；撤回 ${run.withdrawn} 份`}
            </p>
          </LoggedAct>
        ))}
      </ActLog>
    </>
  )
}
