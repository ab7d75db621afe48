import { HTMLSelect } from '@blueprintjs/core'
import { PAPERS } from '@hengjuan/sheet/layout'
import type { Draft } from '../draft.ts'
import type { SheetLayout } from './sheet-layout.ts'

const PAPER_LABELS = { A4: 'A4', A3: 'A3', '8K': '8K', '16K': '16K' }

/** Paper, columns and how many pages there may be. */
export function PaperSelects(props: {
  design: Draft
  layout: SheetLayout
  isFixed: boolean
  onChange: (change: Partial<Draft>) => void
}) {
  const { design, layout, isFixed, onChange } = props
  const most = PAPERS[design.paper].mostColumns
  return (
    <>
      <HTMLSelect
        aria-label="纸张"
        disabled={isFixed}
        value={design.paper}
        options={Object.entries(PAPER_LABELS).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => {
          const paper = currentTarget.value as Draft['paper']
          const fits = (design.columns ?? 0) <= PAPERS[paper].mostColumns
          const folds = PAPERS[paper].mostColumns === 3
          onChange({
            paper,
            ...(fits ? {} : { columns: undefined }),
            ...(folds ? {} : { folded: undefined }),
          })
        }}
      />

      <HTMLSelect
        aria-label="栏数"
        disabled={isFixed}
        value={design.columns ?? ''}
        options={[
          { value: '', label: '自动分栏' },
          ...Array.from({ length: most }, (_, index) => ({
            value: index + 1,
            label: `${index + 1} 栏`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            columns: value === '' ? undefined : Number(value),
            ...(value === '1' ? { folded: undefined } : {}),
          })
        }
      />

      <HTMLSelect
        aria-label="页数上限"
        disabled={isFixed}
        value={layout.pageLimit}
        options={[1, 2, 3, 4, 5, 6].map((count) => ({ value: count, label: `最多 ${count} 面` }))}
        onChange={({ currentTarget }) => onChange({ maxPages: Number(currentTarget.value) })}
      />
    </>
  )
}
