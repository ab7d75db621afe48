import { Button, Classes, Drawer } from '@blueprintjs/core'
import { CheckProgress } from './drill/CheckProgress.tsx'
import { type Drill, ReadingDrawer } from './drill/ReadingDrawer.tsx'
import { LeaderWork } from './drill/LeaderWork.tsx'
import { useCall, useRoute } from '@hengjuan/client/react'
import { blockProgress, blockStatusSet, supervisedMarkers } from '@hengjuan/contracts'
import { formatMilli, MARK_MODES } from '@hengjuan/domain'
import { BarChart, ConfirmDialog, ReasonButton, Segmented, StatusTag, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { MarkerFacts } from './MarkerFacts.tsx'
import { MarkerTable } from './MarkerTable.tsx'
import { NumberStrip } from './NumberStrip.tsx'
import { ScoreCurve } from './ScoreCurve.tsx'
import css from './supervision.module.css'
import type { BlockRow } from './use-live-progress.ts'
import { BLOCK_STATUS, dayTime, etaText } from './words.ts'

type Action = 'pause' | 'recall'

const TABS = [
  { value: 'markers', label: '教师与给分' },
  { value: 'checks', label: '抽查' },
  { value: 'leaders', label: '裁定记录' },
] as const
type Tab = (typeof TABS)[number]['value']

/** Everything about one block: its papers, its people, their scores, and what can be done. */
export function BlockDrawer(props: {
  examId: number
  row: BlockRow | null
  supervises: boolean
  mayManage: boolean
  /** Leaders of the block act through their own calls. */
  as: 'leader' | 'supervisor'
  mayReopen: boolean
  onClose: () => void
}) {
  const { row } = props
  return (
    <Drawer
      isOpen={row !== null}
      onClose={props.onClose}
      size="min(1040px, 92vw)"
      title={row ? `${row.subject_name} · ${row.block_name}` : ''}
    >
      {row && <Content key={row.block_id} {...props} row={row} />}
    </Drawer>
  )
}

function Content(props: {
  examId: number
  row: BlockRow
  supervises: boolean
  mayManage: boolean
  as: 'leader' | 'supervisor'
  mayReopen: boolean
}) {
  const { row, examId, mayReopen } = props
  const [tab, setTab] = useState<Tab>('markers')
  const [drill, setDrill] = useState<Drill | null>(null)
  const known = BLOCK_STATUS[row.status]
  return (
    <div className={css['drawer']}>
      <div className={css['drawerHead']}>
        <div>
          <StatusTag status={known?.status ?? 'idle'}>{known?.label ?? row.status}</StatusTag>
          <p className={css['muted']}>
            满分 {formatMilli(row.score)} · {MARK_MODES[row.double_mode as 0]} · 给分点{' '}
            {row.point_name} · {etaText(row)}
          </p>
        </div>
        {props.supervises && <BlockActions row={row} mayManage={props.mayManage} />}
      </div>
      <NumberStrip rows={[row]} />
      {row.reasons.length > 0 && (
        <p className={css['reasons']}>
          <StatusTag status="warn">需要处理</StatusTag> {row.reasons.join('；')}
        </p>
      )}
      {props.supervises && (
        <div>
          <Segmented label="内容" options={TABS} value={tab} onChange={setTab} />
        </div>
      )}
      {tab === 'markers' && (
        <Markers
          examId={examId}
          row={row}
          supervises={props.supervises}
          onDrill={(next) => props.supervises && setDrill(next)}
        />
      )}
      {tab === 'checks' && (
        <CheckProgress examId={examId} blockId={row.block_id} onDrill={setDrill} />
      )}
      {tab === 'leaders' && (
        <LeaderWork examId={examId} blockId={row.block_id} mayReopen={mayReopen} />
      )}
      <ReadingDrawer
        examId={examId}
        blockId={row.block_id}
        drill={drill}
        as={props.as}
        mayReopen={mayReopen}
        onClose={() => setDrill(null)}
      />
    </div>
  )
}

function Markers(props: {
  examId: number
  row: BlockRow
  supervises: boolean
  onDrill: (drill: Drill) => void
}) {
  const { row, examId, onDrill } = props
  const [picked, setPicked] = useState<number | null>(null)
  const query = { exam_id: examId, block_id: row.block_id }
  const markers = useRoute(supervisedMarkers, { query }, { refetchInterval: 15_000 })
  const hours = useRoute(blockProgress, { query }, { refetchInterval: 60_000 })
  const list = markers.data?.list
  const current =
    list?.find(({ marker_id }) => marker_id === picked) ??
    list?.toSorted((a, b) => b.n - a.n).find(({ n }) => n > 0)
  return (
    <>
      <h3 className={css['heading']}>
        {props.supervises ? '阅卷教师' : '我的评阅'}
        <small>点一行查看给分曲线；不足 20 份不作判断，不足 50 份以灰色显示</small>
      </h3>
      <MarkerTable
        rows={list}
        error={markers.error}
        onRetry={() => void markers.refetch()}
        current={current?.marker_id ?? null}
        onOpen={({ marker_id }) => setPicked(marker_id)}
        onReadings={({ marker_id, name }) =>
          onDrill({ title: `${name}的评阅`, query: { marker_id }, marker: { marker_id, name } })
        }
      />
      {current && <MarkerFacts marker={current} />}
      <div className={css['charts']}>
        <div>
          {current && (
            <ScoreCurve
              key={current.marker_id}
              examId={examId}
              blockId={row.block_id}
              marker={current}
              onDrill={onDrill}
            />
          )}
        </div>
        <div>
          {hours.data && (
            <BarChart
              title="各小时提交份数"
              xTitle="时间"
              yTitle="份数"
              labels={hours.data.hours.map(({ from }) => dayTime(from))}
              series={[{ name: '份数', values: hours.data.hours.map(({ count }) => count) }]}
              height={240}
            />
          )}
        </div>
      </div>
    </>
  )
}

function BlockActions(props: { row: BlockRow; mayManage: boolean }) {
  const { row } = props
  const [asking, setAsking] = useState<Action | null>(null)
  const change = useCall(blockStatusSet, {
    onSuccess: ({ status, recalled }) => {
      setAsking(null)
      toast.done(
        asking === 'recall'
          ? `已收回 ${recalled} 份`
          : `${row.block_name}：${BLOCK_STATUS[status]?.label ?? status}`,
      )
    },
  })
  const send = (action: 'open' | Action) =>
    change.mutate({ body: { block_id: row.block_id, action } })
  const refusal = props.mayManage ? null : '当前身份不能管理阅卷任务，请联系学科组长或教务主任'
  const isOpen = row.status === 'open'
  return (
    <div className={css['actions']}>
      {props.mayManage && (
        <Link className={Classes.BUTTON} to={`/changeMarker?block_id=${row.block_id}`}>
          调整教师与任务量
        </Link>
      )}
      <ReasonButton
        reason={refusal ?? (row.numbers.claimed === 0 ? '没有教师手中持有试卷' : null)}
        onClick={() => setAsking('recall')}
      >
        收回未提交
      </ReasonButton>
      <ReasonButton
        intent={isOpen ? 'none' : 'primary'}
        reason={refusal}
        loading={change.isPending && asking === null}
        onClick={() => (isOpen ? setAsking('pause') : send('open'))}
      >
        {isOpen ? '暂停阅卷' : row.status === 'paused' ? '恢复阅卷' : '开启阅卷'}
      </ReasonButton>
      <ConfirmDialog
        isOpen={asking !== null}
        title={asking === 'pause' ? `暂停「${row.block_name}」` : `收回「${row.block_name}」`}
        effect={
          asking === 'pause'
            ? `${row.marking_teacher_count} 名教师将不再领到新卷`
            : `将收回 ${row.numbers.claimed} 份未提交的试卷`
        }
        confirmText={asking === 'pause' ? '暂停阅卷' : `收回 ${row.numbers.claimed} 份`}
        isPending={change.isPending}
        error={change.error}
        onConfirm={() => asking && send(asking)}
        onClose={() => {
          setAsking(null)
          change.reset()
        }}
      >
        {asking === 'pause'
          ? '手中的试卷仍可提交，已提交的评阅不受影响；恢复后继续。'
          : '收回的试卷回到任务池，由其他教师或稍后再评；已提交的评阅不受影响。'}
      </ConfirmDialog>
      {change.error && asking === null && (
        <Button variant="minimal" intent="danger" onClick={() => change.reset()}>
          {change.error.message}
        </Button>
      )}
    </div>
  )
}
