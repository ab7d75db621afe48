import { Button, Classes } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import {
  type InputOf,
  paperRecall,
  type ReplyOf,
  supervisedMarkers,
  supervisedPapers,
} from '@hengjuan/contracts'
import { nameParts, UNIT_FLAGS, type UnitFlag } from '@hengjuan/domain'
import {
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  Segmented,
  SideDrawer,
  StatusTag,
  Time,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ActsAs } from '../standing.ts'
import css from './drill.module.css'
import { ReadingPane } from './ReadingPane.tsx'
import { UnreadPane } from './UnreadPane.tsx'
import { ROLES, stateLight, stateName } from './words.ts'

type Paper = ReplyOf<typeof supervisedPapers>['list'][number]
type Query = InputOf<typeof supervisedPapers>['query']

/** A figure whose papers are listed, in words, and which papers they are. */
export interface PaperFigure {
  title: string
  query: Omit<Query, 'exam_id' | 'page' | 'limit'>
}

/** More than a person looks through; what waits longest comes first. */
const MOST_ROWS = 500

interface DrawerProps {
  examId: number
  /** As what the caller acts in a block: leaders act through their own calls. */
  asOf: (blockId: number) => ActsAs
}

/** From a figure to its papers: where each is, since when, who has it, and what can be done. */
export function PaperDrawer(
  props: DrawerProps & { figure: PaperFigure | null; onClose: () => void },
) {
  const { figure } = props
  const holder = useHolderName(props.examId, figure)
  return (
    <SideDrawer
      isOpen={figure !== null}
      onClose={props.onClose}
      size="min(1240px, 98vw)"
      title={holder === null ? (figure?.title ?? '') : `${holder}手中的试卷`}
    >
      {figure && <Papers key={figure.title} {...props} figure={figure} />}
    </SideDrawer>
  )
}

/** Whose papers in hand these are; null until it is known, and where they are not those of one marker. */
function useHolderName(examId: number, figure: PaperFigure | null): string | null {
  const { block_id, holder_id } = figure?.query ?? {}
  const { data } = useRoute(
    supervisedMarkers,
    { query: { exam_id: examId, ...(block_id === undefined ? {} : { block_id }) } },
    { enabled: holder_id !== undefined },
  )
  return data?.list.find(({ marker_id }) => marker_id === holder_id)?.name ?? null
}

function Papers(props: DrawerProps & { figure: PaperFigure }) {
  const { examId, figure } = props
  const client = useQueryClient()
  const [picked, setPicked] = useState<number | null>(null)
  const [asking, setAsking] = useState<Paper | null>(null)
  const { flag: figureFlag, ...query } = figure.query
  const [flag, setFlag] = useState(figureFlag ?? null)
  const { data, error, refetch } = useRoute(supervisedPapers, {
    query: {
      exam_id: examId,
      ...query,
      ...(flag === null ? {} : { flag }),
      limit: MOST_ROWS,
    },
  })
  const recall = useCall(paperRecall, {
    onSuccess: async ({ recalled }) => {
      setAsking(null)
      toast.done(recalled > 0 ? '已收回，试卷回到任务池' : '这份试卷已经不在教师手中，列表已更新')
      await client.invalidateQueries({ queryKey: routeKey(supervisedPapers) })
    },
  })
  const list = data?.list
  const current = list?.find(({ unit_id }) => unit_id === picked) ?? list?.[0]
  if (list?.length === 0)
    return (
      <EmptyState
        title="现在没有这样的试卷"
        action={
          flag === null ? (
            <Button onClick={() => void refetch()}>再看一次</Button>
          ) : (
            <Button onClick={() => setFlag(null)}>看全部试卷</Button>
          )
        }
      >
        可能刚刚有人处理，数字会在几秒内更新。
      </EmptyState>
    )
  return (
    <div className={css['desk']} data-testid="paper-desk">
      <aside className={css['list']}>
        <div className={css['listHead']}>
          <span>
            {data ? `共 ${data.total} 份` : error ? '没有读到' : '正在读取'}
            {data && data.total > MOST_ROWS && `，显示等得最久的 ${MOST_ROWS} 份`}
          </span>
        </div>
        {data && <FlagFilter counts={data.flag_counts} value={flag} onChange={setFlag} />}
        <DataTable
          label="试卷列表"
          columns={columnsOf({
            ...props,
            hasBlocks: figure.query.block_id === undefined,
            hasFlags: list?.some(({ flags }) => flags.length > 0) ?? false,
            onRecall: setAsking,
          })}
          rows={list}
          rowKey={(row) => row.unit_id}
          rowHeight={52}
          error={error}
          onRetry={() => void refetch()}
          currentKey={current?.unit_id ?? null}
          onOpenRow={(row) => setPicked(row.unit_id)}
          maxHeight="calc(100vh - 160px)"
          empty={null}
        />
      </aside>
      {current &&
        (current.task_detail_id === null ? (
          <UnreadPane key={current.unit_id} examId={examId} paper={current} />
        ) : (
          <ReadingPane
            key={current.unit_id}
            examId={examId}
            blockId={current.block_id}
            readingId={current.task_detail_id}
            as={props.asOf(current.block_id)}
            onDone={() => void refetch()}
          />
        ))}
      <ConfirmDialog
        isOpen={asking !== null}
        title={`收回密号 ${asking?.secret_code ?? ''} 的试卷`}
        effect={`${asking?.holders.map(({ name }) => name).join('、') ?? ''}手中的这份试卷回到任务池，由其他教师领取；已经写下还没有提交的给分，在别人领取之前仍可提交。`}
        confirmText="收回 1 份"
        isPending={recall.isPending}
        error={recall.error}
        onConfirm={() =>
          asking &&
          recall.mutate({
            body: { exam_id: examId, block_id: asking.block_id, unit_id: asking.unit_id },
          })
        }
        onClose={() => {
          recall.reset()
          setAsking(null)
        }}
      />
    </div>
  )
}

/** Papers by what is remarkable about them, with what it means and what to do; nothing where nothing is. */
function FlagFilter(props: {
  counts: ReplyOf<typeof supervisedPapers>['flag_counts']
  value: UnitFlag | null
  onChange: (flag: UnitFlag | null) => void
}) {
  const { counts, value } = props
  const flags = (Object.keys(UNIT_FLAGS) as UnitFlag[]).filter(
    (flag) => counts[flag] > 0 || flag === value,
  )
  if (flags.length === 0) return null
  return (
    <div className={css['flags']}>
      <Segmented
        label="需留意的试卷"
        options={[
          { value: 'all' as const, label: '全部' },
          ...flags.map((flag) => ({
            value: flag,
            label: UNIT_FLAGS[flag].name,
            count: counts[flag],
          })),
        ]}
        value={value ?? 'all'}
        onChange={(next) => props.onChange(next === 'all' ? null : next)}
      />
      {value !== null && (
        <p className={css['muted']}>
          {UNIT_FLAGS[value].meaning}。{UNIT_FLAGS[value].todo}。
        </p>
      )}
    </div>
  )
}

const columnsOf = (options: {
  examId: number
  /** Are there papers of several blocks? */
  hasBlocks: boolean
  hasFlags: boolean
  onRecall: (paper: Paper) => void
}): Column<Paper>[] => [
  {
    key: 'code',
    title: '密号',
    width: options.hasBlocks ? 132 : 92,
    frozen: true,
    render: (row) => (
      <span className={css['twoLines']}>
        <code>{row.secret_code}</code>
        {options.hasBlocks && (
          <small>
            {row.subject_name} · {row.block_name}
          </small>
        )}
      </span>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: options.hasFlags ? 176 : 128,
    sortBy: (row) => row.since,
    render: (row) => (
      <span className={css['twoLines']}>
        <StatusTag status={stateLight(row.state)}>{stateName(row.state)}</StatusTag>
        <small>
          {[
            ...(row.reason === null ? [] : [row.reason]),
            ...row.flags.map((flag) => UNIT_FLAGS[flag].name),
          ].map((word) => `${word} · `)}
          <Time at={row.since} />
        </small>
      </span>
    ),
  },
  {
    key: 'holder',
    title: '在谁手中',
    width: 120,
    grow: true,
    render: ({ holders }) =>
      holders.length === 0 ? (
        <span className={css['muted']}>–</span>
      ) : (
        holders.map(({ name: shown, role, claimed_at }) => {
          const { name, difference } = nameParts(shown)
          return (
            <span key={role} className={css['twoLines']} title={shown}>
              {name}
              <small>
                {difference !== '' && `${difference} · `}
                {ROLES[role] ?? role} · <Time at={claimed_at} /> 领取
              </small>
            </span>
          )
        })
      ),
  },
  {
    key: 'act',
    title: '处理',
    width: 96,
    render: (row) => <Act row={row} {...options} />,
  },
]

const LEADER_MODES: Record<string, { mode: string; label: string }> = {
  PROBLEM: { mode: 'problem', label: '处理' },
  ARBITRATION: { mode: 'arbitration', label: '仲裁' },
}

/** What brings a paper on: taking it back, or the page on which it is decided. */
function Act(props: { row: Paper; examId: number; onRecall: (paper: Paper) => void }) {
  const { row, examId, onRecall } = props
  const led = LEADER_MODES[row.state]
  const link = (to: string, label: string) => (
    <Link
      className={`${Classes.BUTTON} ${Classes.SMALL}`}
      to={to}
      onClick={(event) => event.stopPropagation()}
    >
      {label}
    </Link>
  )
  if (row.holders.length > 0 && row.state !== 'REJECTED')
    return (
      <Button
        size="small"
        onClick={(event) => {
          event.stopPropagation()
          onRecall(row)
        }}
      >
        收回
      </Button>
    )
  if (led && row.is_led)
    return link(
      `/MainPage/markPaper/markPage/arbitration-marking?mode=${led.mode}&unit_id=${row.unit_id}&block_id=${row.block_id}`,
      led.label,
    )
  if (led) return <span className={css['muted']}>由题组长{led.label}</span>
  if (row.state === 'BLANK_REVIEW')
    return link(`/empty-check?exam_id=${examId}&block_id=${row.block_id}`, '核查')
  return null
}
