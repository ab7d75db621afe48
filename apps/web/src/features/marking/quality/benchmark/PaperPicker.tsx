import { Dialog } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { benchmarkPapers } from '@hengjuan/contracts'
import { BENCHMARK_KINDS, parseMilli, searchKey } from '@hengjuan/domain'
import { EmptyState, type ImageViewerHandle, Pending } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { useSession } from '../../../../session/session-store.ts'
import { useKeyChoice } from '../../marking-core/keys/use-key-choice.ts'
import { PaperView } from '../../marking-core/paper/PaperView.tsx'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import type { Script } from './Benchmarks.tsx'
import { bandText, nextToPick } from './picker-walk.ts'
import { PickerBar } from './PickerBar.tsx'
import { PickerFilters, type PickerSearch, type PickerShelf } from './PickerFilters.tsx'
import { PickerList, type PickerPaper } from './PickerList.tsx'
import { usePickerKeys } from './use-picker-keys.ts'
import { type Said, usePicks } from './use-picks.ts'
import css from './picker.module.css'

/** More than a leader walks through; a narrower search finds the others. */
const MOST = 500

/** The block, its scripts, and what follows when a paper is picked or taken out. */
interface PickerProps {
  blockId: number
  /** Scripts that are in use. */
  scripts: readonly Script[]
  images: PaperImages
  onClose: () => void
  onPicked: (scriptId: number) => void
  onTakenOut: () => void
  onChanged: () => void
}

/**
 * Papers to choose scripts from, one after the other; what markers gave them is not shown. Those that are scripts
 * already stay in the list, so that it keeps its order while papers are picked.
 */
export function PaperPicker(props: PickerProps) {
  const { blockId, scripts, images } = props
  const [search, setSearch] = useState<PickerSearch>({ low: '', high: '', flag: '', code: '' })
  const [shelf, setShelf] = useState<PickerShelf>('found')
  const [shownId, setShownId] = useState<number | null>(null)
  const viewer = useRef<ImageViewerHandle>(null)
  const keys = useKeyChoice(useSession().user_id)
  const picks = usePicks({ blockId, onChanged: props.onChanged })
  const [lowMilli, highMilli] = [parseMilli(search.low), parseMilli(search.high)]
  const code = searchKey(search.code)
  const { data, error, refetch } = useRoute(benchmarkPapers, {
    query: {
      block_id: blockId,
      with_scripts: 1,
      limit: MOST,
      ...(lowMilli === null ? {} : { low_milli: lowMilli }),
      ...(highMilli === null ? {} : { high_milli: highMilli }),
      ...(search.flag === '' ? {} : { flag: search.flag }),
      ...(/^[0-9a-z]{1,12}$/.test(code) ? { code } : {}),
    },
  })
  const papers: readonly PickerPaper[] | undefined =
    shelf === 'found'
      ? data?.list
      : scripts.filter(({ kind }) => kind === shelf).map((one) => ({ ...one, flags: [] }))
  const scriptOf = (unitId: number) => scripts.find(({ unit_id }) => unit_id === unitId)
  const paper =
    papers?.find(({ unit_id }) => unit_id === shownId) ??
    papers?.find(({ unit_id }) => !scriptOf(unit_id)) ??
    papers?.[0]
  const script = paper && scriptOf(paper.unit_id)
  const refusal = picks.isSending
    ? '正在提交'
    : script
      ? `这份试卷已选作${BENCHMARK_KINDS[script.kind]}，需要时可以取出`
      : null
  const stepTo = (by: 1 | -1) => {
    const next = paper && papers?.[papers.indexOf(paper) + by]
    return next ? () => setShownId(next.unit_id) : null
  }
  const pick = async () => {
    if (!paper || !papers || picks.isSending) return
    if (refusal !== null) return picks.say(refusal)
    // Keys come faster than pictures: a paper that nobody has seen is not picked.
    if (!images.isPainted(paper.images)) return picks.say('图像显示出来后才能选取')
    const scriptId = await picks.pick(paper, bandText(lowMilli, highMilli))
    if (scriptId === null) return
    props.onPicked(scriptId)
    const ids = papers.map(({ unit_id }) => unit_id)
    const next = nextToPick(ids, paper.unit_id, (unitId) => scriptOf(unitId) !== undefined)
    setShownId(next ?? paper.unit_id)
  }
  const takeOut = async (one: NonNullable<Said['pick']>) => {
    if (!(await picks.takeOut(one))) return
    props.onTakenOut()
    // Back on the table: it may have been the purpose that was wrong.
    setShownId(one.unit_id)
  }
  const steps = { previous: stepTo(-1), next: stepTo(1) }
  usePickerKeys({
    keys,
    viewer,
    onPick: () => void pick(),
    onStep: (by) => (by === 1 ? steps.next : steps.previous)?.(),
  })
  return (
    <Dialog isOpen onClose={props.onClose} title="选取试卷" className={css['dialog'] ?? ''}>
      <PickerFilters
        search={search}
        onSearch={setSearch}
        shelf={shelf}
        onShelf={setShelf}
        found={data?.total}
        scripts={scripts}
        onRefresh={() => {
          props.onChanged()
          void refetch()
        }}
      />
      <div className={css['desk']}>
        <aside className={css['aside']}>
          {papers ? (
            <PickerList papers={papers} scriptOf={scriptOf} shown={paper} onShow={setShownId} />
          ) : (
            <Pending error={error} refetch={refetch} lines={6} />
          )}
          <p className={css['note']}>
            {shelf === 'found' && data && data.list.length < data.total
              ? `共 ${data.total} 份，显示前 ${data.list.length} 份；`
              : ''}
            为保证独立评分，不显示已有给分。
          </p>
        </aside>
        <section className={css['view']} aria-label="答卷">
          {papers?.length === 0 ? (
            <EmptyState title={shelf === 'found' ? '没有符合条件的试卷' : '还没有选取'}>
              {shelf === 'found'
                ? '放宽分数段、标记或密号；还没有切图的试卷不在其中。'
                : `在「查找结果」中把试卷选作${BENCHMARK_KINDS[shelf]}，就会出现在这里。`}
            </EmptyState>
          ) : (
            <PaperView
              parts={paper?.images ?? null}
              images={images}
              blockId={blockId}
              viewer={viewer}
            />
          )}
        </section>
        {paper && (
          <PickerBar
            paper={paper}
            script={script}
            picks={picks}
            refusal={refusal}
            keys={keys}
            onPick={() => void pick()}
            onTakeOut={(one) => void takeOut(one)}
            steps={steps}
          />
        )}
      </div>
    </Dialog>
  )
}
