import { Button } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import {
  appealRelease,
  previewAll,
  type ReplyOf,
  reviewList,
  settingList,
} from '@hengjuan/contracts'
import { APPEAL_STAGES, APPEAL_STATES, type AppealStage, type AppealState } from '@hengjuan/domain'
import {
  ConfirmDialog,
  EmptyState,
  filter,
  ListPage,
  NullableSelect,
  Pager,
  ReasonButton,
  Segmented,
  timeText,
  toast,
  useServerTable,
} from '@hengjuan/ui'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  AppealDrawer,
  AppealForStudent,
  AppealOutcomes,
  AppealRuleDialog,
  AppealTable,
} from '../features/appeal/index.ts'
import { useMay, useSession } from '../session/session-store.ts'

const filters = {
  exam_id: filter.id(),
  stage: filter.oneOf(['', ...(Object.keys(APPEAL_STAGES) as AppealStage[])], ''),
  state: filter.oneOf(['', ...(Object.keys(APPEAL_STATES) as AppealState[])], ''),
  appeal_id: filter.id(),
}
function statesOf(stage: AppealStage | '') {
  const states: readonly AppealState[] =
    stage === '' ? (Object.keys(APPEAL_STATES) as AppealState[]) : APPEAL_STAGES[stage].states
  return states.map((value) => ({ value, label: APPEAL_STATES[value] }))
}

/** `/MainPage/reportDetail/review?exam_id=`: scores that students doubt, and what came of it. */
export function ReviewPage() {
  const { values, set, reset, paged, pager } = useServerTable(filters)
  const { user_id: ownId, user_name: ownName } = useSession()
  const mayPublish = useMay('score.publish')
  const mayConfigure = useMay('report.configure')
  const client = useQueryClient()
  const [isReleasing, setReleasing] = useState(false)
  const [dialog, setDialog] = useState<'student' | 'rule' | 'outcomes' | null>(null)
  const examId = values.exam_id ?? 0
  const appeals = useRoute(
    reviewList,
    {
      query: {
        exam_id: examId,
        ...paged,
        ...(values.stage ? { stage: values.stage } : {}),
        ...(values.state ? { state: values.state } : {}),
      },
    },
    { placeholderData: keepPreviousData, enabled: examId > 0 },
  )
  const refresh = () => {
    for (const route of [reviewList, previewAll, settingList])
      void client.invalidateQueries({ queryKey: routeKey(route) })
  }
  const release = useCall(appealRelease, {
    onSuccess: ({ closed, version }) => {
      setReleasing(false)
      toast.done(
        version === null ? `已完成 ${closed} 份申请` : `已发布 v${version}，完成 ${closed} 份申请`,
      )
      refresh()
    },
  })
  const opened = appeals.data?.list.find(({ appeal_id }) => appeal_id === values.appeal_id)
  const waiting = appeals.data?.to_release ?? 0
  const others = appeals.data?.handlers.filter(({ user_id }) => user_id !== ownId) ?? []
  if (examId === 0)
    return (
      <EmptyState size="large" title="请先选择考试">
        从考试的「成绩预审与发布」进入成绩复核。
      </EmptyState>
    )
  return (
    <ListPage
      title="成绩复核"
      state={appeals.data ? `${countText(appeals.data)}；${openText(appeals.data)}` : ''}
      isFiltered={values.state !== '' || values.stage !== ''}
      onReset={reset}
      actions={
        <>
          <Link to={`/MainPage/exam-manage/exam-detail/${examId}/result-preliminary?tab=versions`}>
            版本与差异
          </Link>
          <ReasonButton
            reason={appeals.data?.outcomes.length ? null : '还没有复核申请'}
            onClick={() => setDialog('outcomes')}
          >
            结论统计
          </ReasonButton>
          {mayConfigure && <Button onClick={() => setDialog('rule')}>受理时间…</Button>}
          <ReasonButton
            reason={appeals.data?.is_open === true ? null : '现在不在受理时间内'}
            onClick={() => setDialog('student')}
          >
            代学生登记…
          </ReasonButton>
          <ReasonButton
            intent="primary"
            reason={
              mayPublish ? (waiting === 0 ? '没有待发布的复核结论' : null) : '当前身份不能发布成绩'
            }
            onClick={() => setReleasing(true)}
          >
            发布复核结果{waiting > 0 ? `（${waiting}）` : ''}
          </ReasonButton>
        </>
      }
      filters={
        <>
          <Segmented
            label="进度"
            options={[
              { value: '', label: '全部' },
              ...(Object.keys(APPEAL_STAGES) as AppealStage[]).map((value) => ({
                value,
                label: APPEAL_STAGES[value].name,
                count: appeals.data?.stages?.[value] ?? 0,
              })),
            ]}
            value={values.stage}
            onChange={(stage) => set({ stage, state: '' })}
          />
          <NullableSelect
            label="状态"
            none="全部状态"
            value={values.state || null}
            options={statesOf(values.stage)}
            onChange={(state) => set({ state: state ?? '' })}
          />
        </>
      }
      pager={
        appeals.data &&
        appeals.data.total > paged.limit && (
          <Pager {...pager} total={appeals.data.total} unit="份" />
        )
      }
      over={
        <>
          {opened && (
            <AppealDrawer
              key={opened.appeal_id}
              examId={examId}
              appeal={opened}
              ownId={ownId}
              handlers={[{ user_id: ownId, name: ownName }, ...others]}
              onDone={refresh}
              onClose={() => set({ appeal_id: null })}
            />
          )}
          {dialog === 'student' && (
            <AppealForStudent
              examId={examId}
              onDone={() => {
                setDialog(null)
                refresh()
              }}
              onClose={() => setDialog(null)}
            />
          )}
          {dialog === 'outcomes' && appeals.data && (
            <AppealOutcomes rows={appeals.data.outcomes} onClose={() => setDialog(null)} />
          )}
          {dialog === 'rule' && (
            <AppealRuleDialog
              examId={examId}
              onDone={() => {
                setDialog(null)
                refresh()
              }}
              onClose={() => setDialog(null)}
            />
          )}
          <ConfirmDialog
            isOpen={isReleasing}
            title="发布复核结果"
            effect={`将为 ${waiting} 份有变化的结论生成新的成绩版本并发布`}
            confirmText="发布复核结果"
            isPending={release.isPending}
            error={release.error}
            onClose={() => {
              setReleasing(false)
              release.reset()
            }}
            onConfirm={() => release.mutate({ body: { exam_id: examId } })}
          >
            新版本只包含申请复核的考生的变化；如有其他考生的成绩也会变化，将不会发布。
          </ConfirmDialog>
        </>
      }
    >
      <AppealTable
        rows={appeals.data?.list}
        error={appeals.error}
        onRetry={() => void appeals.refetch()}
        onOpen={({ appeal_id }) => set({ appeal_id })}
        current={values.appeal_id}
      />
    </ListPage>
  )
}

/** How many there are, and what came of them so far. */
function countText({ stages, outcomes }: ReplyOf<typeof reviewList>) {
  const all = stages ? stages.waiting + stages.working + stages.over : 0
  const sum = (key: 'raised' | 'lowered' | 'no_change' | 'recount' | 'rejected') =>
    outcomes.reduce((total, row) => total + row[key], 0)
  const kept = sum('no_change') + sum('recount')
  const parts = [
    `共 ${all} 份申请`,
    ...(kept > 0 ? [`维持 ${kept}`] : []),
    ...(sum('raised') > 0 ? [`上调 ${sum('raised')}`] : []),
    ...(sum('lowered') > 0 ? [`下调 ${sum('lowered')}`] : []),
    ...(sum('rejected') > 0 ? [`不予受理 ${sum('rejected')}`] : []),
  ]
  return parts.join('，')
}

function openText({
  open_from: from,
  open_until: until,
  is_open: isOpen,
}: ReplyOf<typeof reviewList>) {
  if (from === null || until === null) return '成绩还没有发布给学生，或没有开放复核'
  if (isOpen) return `受理到 ${timeText(until)}`
  return Date.parse(from) > Date.now() ? `${timeText(from)} 开始受理` : '受理时间已过'
}
