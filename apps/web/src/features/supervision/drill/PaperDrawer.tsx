import { Button } from '@blueprintjs/core'
import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import {
  type InputOf,
  paperRecall,
  paperRecord,
  type ReplyOf,
  supervisedMarkers,
  supervisedPapers,
} from '@hengjuan/contracts'
import {
  ConfirmDialog,
  DataTable,
  EmptyState,
  Pending,
  SideDrawer,
  StatusTag,
  toast,
} from '@hengjuan/ui'
import { useState } from 'react'
import type { ActsAs } from '../standing.ts'
import { FlagFilter } from './FlagFilter.tsx'
import { type Paper, paperColumns } from './paper-columns.tsx'
import { ReadingPane } from './ReadingPane.tsx'
import { PaperRecord } from './PaperRecord.tsx'
import { ReadPaper } from './ReadPaper.tsx'
import { stateLight, stateName } from './words.ts'
import css from './drill.module.css'

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
          columns={paperColumns({
            examId,
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
      <RecallDialog examId={examId} paper={asking} onClose={() => setAsking(null)} />
    </div>
  )
}

/** A paper that nobody has marked: the answer, and what happened to it so far. */
function UnreadPane(props: {
  examId: number
  paper: ReplyOf<typeof supervisedPapers>['list'][number]
}) {
  const { examId, paper } = props
  const on = { examId, blockId: paper.block_id, unitId: paper.unit_id }
  const { data, error, refetch } = useRoute(paperRecord, {
    query: { exam_id: examId, block_id: paper.block_id, unit_id: paper.unit_id },
  })
  if (!data) return <Pending error={error} refetch={refetch} lines={8} />
  return (
    <div className={css['pane']}>
      <ReadPaper task={{ ...data, secret_code: paper.secret_code, readings: [] }} />
      <section className={css['side']} aria-label="试卷情况">
        <p className={css['head']}>
          <span>
            密号 <code>{paper.secret_code}</code>
          </span>
          <StatusTag status={stateLight(paper.state)}>{stateName(paper.state)}</StatusTag>
        </p>
        <p className={css['muted']}>还没有人提交评阅，没有可以查看的给分。</p>
        <PaperRecord {...on} isOpen />
      </section>
    </div>
  )
}

/** Asks before a paper is taken out of the hands of its markers; null asks for none. */
function RecallDialog(props: { examId: number; paper: Paper | null; onClose: () => void }) {
  const { examId, paper } = props
  const refresh = useRefresh(supervisedPapers)
  const recall = useCall(paperRecall, {
    onSuccess: async ({ recalled }) => {
      props.onClose()
      toast.done(recalled > 0 ? '已收回，试卷回到任务池' : '这份试卷已经不在教师手中，列表已更新')
      await refresh()
    },
  })
  return (
    <ConfirmDialog
      isOpen={paper !== null}
      title={`收回密号 ${paper?.secret_code ?? ''} 的试卷`}
      effect={`${paper?.holders.map(({ name }) => name).join('、') ?? ''}手中的这份试卷回到任务池，由其他教师领取；已经写下还没有提交的给分，在别人领取之前仍可提交。`}
      confirmText="收回 1 份"
      isPending={recall.isPending}
      error={recall.error}
      onConfirm={() =>
        paper &&
        recall.mutate({
          body: { exam_id: examId, block_id: paper.block_id, unit_id: paper.unit_id },
        })
      }
      onClose={() => {
        recall.reset()
        props.onClose()
      }}
    />
  )
}
