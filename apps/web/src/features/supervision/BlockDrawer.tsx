import { formatMilli, MARK_MODES } from '@hengjuan/domain'
import { Segmented, SideDrawer, StatusTag } from '@hengjuan/ui'
import { useState } from 'react'
import { BlockActions } from './BlockActions.tsx'
import { BlockMarkers } from './BlockMarkers.tsx'
import { CheckProgress } from './drill/CheckProgress.tsx'
import { LeaderWork } from './drill/LeaderWork.tsx'
import { PaperDrawer, type PaperFigure } from './drill/PaperDrawer.tsx'
import { type Drill, ReadingDrawer } from './drill/ReadingDrawer.tsx'
import { WaitingForMarkers } from './drill/WaitingForMarkers.tsx'
import { Forecast } from './Forecast.tsx'
import { FlagLine } from './FlagLine.tsx'
import { NumberStrip } from './NumberStrip.tsx'
import { flaggedPapers, papersBehind } from './paper-figures.ts'
import { actsAs, isWhole } from './standing.ts'
import { ScoreSpread } from './ScoreSpread.tsx'
import css from './supervision.module.css'
import type { BlockRow } from './use-live-progress.ts'
import { blockState } from './words.ts'

const TABS = [
  { value: 'markers', label: '教师与给分' },
  { value: 'spread', label: '给分分布' },
  { value: 'checks', label: '抽查' },
  { value: 'leaders', label: '裁定记录' },
] as const
type Tab = (typeof TABS)[number]['value']

interface BlockDrawerProps {
  examId: number
  /** Does the role make settings and allocate, where it supervises? */
  mayManage: boolean
  /** The marker whose figures are shown first. */
  markerId: number | null
  /** The papers that are open over the block. */
  papers: PaperFigure | null
  onPapers: (papers: PaperFigure | null) => void
  /** The readings that are open over the block. */
  drill: Drill | null
  onDrill: (drill: Drill | null) => void
  /** Opens the conversation with a marker, or with all; null for whoever has none there. */
  onMessage: ((markerId: number | null) => void) | null
}

/** Everything about one block: its papers, its people, their scores, and what can be done. */
export function BlockDrawer(
  props: BlockDrawerProps & { row: BlockRow | null; onClose: () => void },
) {
  const { row } = props
  return (
    <SideDrawer
      isOpen={row !== null}
      onClose={props.onClose}
      size="min(1280px, 96vw)"
      title={row ? `${row.subject_name} · ${row.block_name}` : ''}
    >
      {row && <Content key={row.block_id} {...props} row={row} />}
    </SideDrawer>
  )
}

function Content(props: BlockDrawerProps & { row: BlockRow }) {
  const { row, examId, onMessage, onDrill } = props
  const supervises = isWhole(row)
  const counted = { name: row.block_name, where: { block_id: row.block_id } }
  const mayManage = props.mayManage && row.is_supervised
  const [tab, setTab] = useState<Tab>('markers')
  const { papers, onPapers: setPapers } = props
  const state = blockState(row.status, row.numbers.done, row.numbers.total)
  return (
    <div className={css['drawer']}>
      <div className={css['drawerHead']}>
        <div>
          <StatusTag status={state.status}>{state.label}</StatusTag>
          <p className={css['muted']}>
            满分 {formatMilli(row.score)} 分 · {MARK_MODES[row.double_mode as 0]}
            {row.double_mode !== 0 && row.double_ratio < 100 && `（${row.double_ratio}% 双评）`} ·
            给分点 {row.point_name} · <Forecast row={row} />
          </p>
        </div>
        {supervises && (
          <BlockActions
            examId={examId}
            row={row}
            mayManage={mayManage}
            onMessage={onMessage && (() => onMessage(null))}
          />
        )}
      </div>
      <NumberStrip
        rows={[row]}
        onPapers={supervises ? (part) => setPapers(papersBehind(counted, part)) : undefined}
      />
      <FlagLine rows={[row]} onPapers={(flag) => setPapers(flaggedPapers(counted, flag))} />
      {row.reasons.length > 0 && (
        <p className={css['reasons']}>
          <StatusTag status="warn">需要处理</StatusTag> {row.reasons.join('；')}
        </p>
      )}
      {supervises && (
        <div>
          <Segmented label="内容" options={TABS} value={tab} onChange={setTab} />
        </div>
      )}
      {tab === 'markers' && (
        <>
          {/* Comes later than the tabs, which stay where they are under the pointer. */}
          {supervises && <WaitingForMarkers examId={examId} blockId={row.block_id} />}
          <BlockMarkers {...props} supervises={supervises} mayManage={mayManage} />
        </>
      )}
      {tab === 'spread' && <ScoreSpread examId={examId} blockId={row.block_id} onDrill={onDrill} />}
      {tab === 'checks' && (
        <CheckProgress examId={examId} blockId={row.block_id} onDrill={onDrill} />
      )}
      {tab === 'leaders' && <LeaderWork examId={examId} blockId={row.block_id} />}
      <PaperDrawer
        examId={examId}
        figure={papers}
        asOf={() => actsAs(row)}
        onClose={() => setPapers(null)}
      />
      <ReadingDrawer
        examId={examId}
        blockId={row.block_id}
        drill={props.drill}
        as={actsAs(row)}
        isLed={row.is_led}
        onClose={() => onDrill(null)}
      />
    </div>
  )
}
