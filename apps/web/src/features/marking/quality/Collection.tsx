import { Button, Checkbox, HTMLSelect } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import {
  benchmarkScriptSet,
  benchmarkScripts,
  flaggedPapers,
  type ReplyOf,
} from '@hengjuan/contracts'
import {
  BENCHMARK_KINDS,
  type BenchmarkKind,
  formatMilli,
  PAPER_FLAGS,
  type PaperFlag,
  UNIT_STATUSES,
  type UnitStatus,
} from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  type ImageViewerHandle,
  Panel,
  ReasonButton,
  SkeletonLines,
  StatusTag,
  toast,
  useOneByOne,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PaperView } from '../desk/PaperView.tsx'
import { usePaperImages } from '../queue/use-paper-images.ts'
import { SendAgain } from '../read-again/SendAgain.tsx'
import { SendSeveral } from '../read-again/SendSeveral.tsx'
import { useReadAgain } from '../read-again/use-read-again.ts'
import { ReportExample } from './ReportExample.tsx'
import css from './quality.module.css'
import columns from '../../../pages/two-columns.module.css'

type View = ReplyOf<typeof flaggedPapers>
export type Flagged = View['list'][number]

/** More than a leader looks through in one block. */
const MOST = 500

/** What readers found worth keeping: excellent, typical and doubtful papers, without whose they are. */
export function Collection({ blockId }: { blockId: number }) {
  const [flag, setFlag] = useState<PaperFlag | ''>('')
  const [chosen, setChosen] = useState<number | null>(null)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [isSending, setIsSending] = useState(false)
  const { data, error, refetch } = useRoute(flaggedPapers, {
    query: { block_id: blockId, limit: MOST, ...(flag === '' ? {} : { flag }) },
  })
  const viewer = useRef<ImageViewerHandle>(null)
  const images = usePaperImages(async () =>
    (await refetch()).data?.list.flatMap((one) => one.images),
  )
  const paper = data?.list.find(({ unit_id }) => unit_id === chosen) ?? data?.list[0]
  return (
    <div
      className={columns['columns']}
      style={{ '--first-column': '280px' } as React.CSSProperties}
    >
      <Panel
        title="收藏"
        actions={
          <HTMLSelect
            aria-label="标记"
            value={flag}
            onChange={({ currentTarget: { value } }) => {
              setFlag(value as PaperFlag | '')
              setTicked(new Set())
            }}
            options={[{ value: '', label: '全部标记' }, ...(data?.counts ?? []).map(flagOption)]}
          />
        }
        flush
      >
        <ul className={css['list']} aria-label="有标记的试卷">
          {data?.list.map((one) => (
            <li key={one.unit_id} className={css['ticked']}>
              <Checkbox
                aria-label={`选中 ${one.secret_code}`}
                checked={ticked.has(one.unit_id)}
                onChange={() => setTicked(toggled(ticked, one.unit_id))}
              />
              <button
                type="button"
                className={css['item']}
                aria-current={one === paper}
                onClick={() => setChosen(one.unit_id)}
              >
                <strong>{one.secret_code}</strong>
                <span>{one.final_milli === null ? '–' : `${formatMilli(one.final_milli)} 分`}</span>
                <small>
                  {flagsText(one)}
                  {one.example && ' · 报表示例'}
                  {one.read_again.sent && ' · 已送第二人'}
                </small>
              </button>
            </li>
          ))}
        </ul>
        {data && data.list.length > 0 && (
          <Several
            blockId={blockId}
            list={data.list}
            ticked={ticked}
            onTick={setTicked}
            onSend={() => setIsSending(true)}
          />
        )}
        {isSending && (
          <SendSeveral
            blockId={blockId}
            unitIds={[...ticked]}
            onClose={() => setIsSending(false)}
          />
        )}
        <p className={css['foot']}>
          {data ? `共 ${data.total} 份；不显示考生身份` : error ? '没有读到' : '正在读取'}
        </p>
      </Panel>
      <Panel flush>
        {error && !data ? (
          <ErrorState size="large" error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <div className={css['loading']}>
            <SkeletonLines lines={10} />
          </div>
        ) : paper ? (
          <div className={css['desk']} data-testid="collection-desk">
            <section className={css['paper']} aria-label="答卷">
              <PaperView parts={paper.images} images={images} blockId={blockId} viewer={viewer} />
            </section>
            <FlaggedSide key={paper.unit_id} blockId={blockId} paper={paper} />
          </div>
        ) : (
          <EmptyState size="large" title="还没有收藏的试卷">
            阅卷教师标记为优秀卷、典型卷、典型错误或存疑的试卷会出现在这里，可以选作标准卷，或发布为报表中的作答示例。
          </EmptyState>
        )}
      </Panel>
    </div>
  )
}

/** What can be done with the papers that are ticked. */
function Several(props: {
  blockId: number
  list: readonly Flagged[]
  ticked: ReadonlySet<number>
  onTick: (unitIds: ReadonlySet<number>) => void
  onSend: () => void
}) {
  const { list, ticked, onTick } = props
  const { change, isPending } = useReadAgain(props.blockId)
  const sendable = list.filter(({ read_again }) => read_again.refusal === null)
  const waiting = list.filter(
    ({ unit_id, read_again: { sent } }) =>
      ticked.has(unit_id) && sent !== null && sent.withdraw_refusal === null,
  )
  const ids = (papers: readonly Flagged[]) => papers.map(({ unit_id }) => unit_id)
  const isAll = ticked.size > 0 && sendable.every(({ unit_id }) => ticked.has(unit_id))
  return (
    <div className={css['several']}>
      <Checkbox
        checked={isAll}
        indeterminate={!isAll && ticked.size > 0}
        disabled={sendable.length === 0 && ticked.size === 0}
        label={`选中可送第二人评阅的 ${sendable.length} 份`}
        onChange={() => onTick(new Set(ticked.size > 0 ? [] : ids(sendable)))}
      />
      {waiting.length > 0 && waiting.length === ticked.size ? (
        <Button loading={isPending} onClick={() => change('withdraw', ids(waiting))}>
          撤回 {waiting.length} 份
        </Button>
      ) : (
        <ReasonButton
          reason={ticked.size === 0 ? '先选中要送第二人评阅的试卷' : null}
          onClick={props.onSend}
        >
          送第二人评阅{ticked.size > 0 && `（${ticked.size} 份）`}
        </ReasonButton>
      )}
    </div>
  )
}

/** Who flagged the paper, and what it can be used for. */
function FlaggedSide({ blockId, paper }: { blockId: number; paper: Flagged }) {
  const [kind, setKind] = useState<BenchmarkKind>('discussion')
  const { here } = useOneByOne(paper.unit_id)
  const client = useQueryClient()
  const make = useCall(benchmarkScriptSet, {
    onSuccess: async () => {
      toast.done('已选作标准卷，请在「标准卷」中独立评分')
      await client.invalidateQueries({ queryKey: routeKey(flaggedPapers) })
      await client.invalidateQueries({ queryKey: routeKey(benchmarkScripts) })
    },
    onError: toast.error,
  })
  return (
    <section {...here} className={css['side']} aria-label="标记">
      <div className={css['head']}>
        <strong>密号 {paper.secret_code}</strong>
        <StatusTag status={paper.final_milli === null ? 'busy' : 'ok'}>
          {paper.final_milli === null
            ? UNIT_STATUSES[paper.state as UnitStatus]
            : `终评 ${formatMilli(paper.final_milli)} 分`}
        </StatusTag>
      </div>
      <table className={css['marks']} aria-label="标记与教师">
        <thead>
          <tr>
            <th scope="col">标记</th>
            <th scope="col">教师</th>
          </tr>
        </thead>
        <tbody>
          {paper.flags.map((one, index) => (
            <tr key={index}>
              <th scope="row">
                {PAPER_FLAGS[one.flag]}
                {isNoteHere(paper.flags, index) && <small>{one.note}</small>}
              </th>
              <td>{one.by_name}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {paper.script_kind === null ? (
        <div className={css['actions']}>
          <HTMLSelect
            aria-label="用途"
            value={kind}
            options={Object.entries(BENCHMARK_KINDS).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => setKind(currentTarget.value as BenchmarkKind)}
          />
          <Button
            intent="primary"
            loading={make.isPending}
            onClick={() =>
              make.mutate({ body: { block_id: blockId, unit_id: paper.unit_id, kind } })
            }
          >
            选作标准卷
          </Button>
        </div>
      ) : (
        <p className={css['note']}>已选作标准卷（{BENCHMARK_KINDS[paper.script_kind]}）。</p>
      )}
      <SendAgain blockId={blockId} paper={paper} />
      <ReportExample blockId={blockId} paper={paper} />
    </section>
  )
}

function toggled(ticked: ReadonlySet<number>, unitId: number): ReadonlySet<number> {
  const after = new Set(ticked)
  if (!after.delete(unitId)) after.add(unitId)
  return after
}

const flagOption = ({ flag, count }: View['counts'][number]) => ({
  value: flag,
  label: `${PAPER_FLAGS[flag]} ${count}`,
})

/** A reader's note stands once, with the first of their flags. */
function isNoteHere(flags: Flagged['flags'], index: number): boolean {
  const [before, one] = [flags[index - 1], flags[index]]
  return one?.note != null && !(before?.by_name === one.by_name && before.at === one.at)
}

/** Each flag once, with how many gave it where several did. */
function flagsText({ flags }: Flagged): string {
  return [...Map.groupBy(flags, ({ flag }) => flag)]
    .map(([flag, given]) => `${PAPER_FLAGS[flag]}${given.length > 1 ? ` ×${given.length}` : ''}`)
    .join('、')
}
