import { Dialog } from '@blueprintjs/core'
import { BENCHMARK_KINDS } from '@hengjuan/domain'
import { EmptyState, ErrorState, SkeletonLines } from '@hengjuan/ui'
import { PaperView } from '../../marking-core/paper/PaperView.tsx'
import { PickerBar } from './PickerBar.tsx'
import { PickerFilters } from './PickerFilters.tsx'
import { PickerList } from './PickerList.tsx'
import css from './picker.module.css'
import { type PickerProps, usePaperPicker } from './use-paper-picker.ts'

/**
 * Papers to choose scripts from, one after the other; what markers gave them is not shown. Those that are scripts
 * already stay in the list, so that it keeps its order while papers are picked.
 */
export function PaperPicker(props: PickerProps) {
  const { blockId, scripts, images } = props
  const {
    search,
    setSearch,
    shelf,
    setShelf,
    setShownId,
    viewer,
    keys,
    picks,
    data,
    error,
    refetch,
    papers,
    scriptOf,
    paper,
    script,
    refusal,
    pick,
    takeOut,
    steps,
  } = usePaperPicker(props)
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
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonLines lines={6} />
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
