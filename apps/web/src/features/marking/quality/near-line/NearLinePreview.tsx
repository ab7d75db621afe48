import { formatMilli } from '@hengjuan/domain'
import { SimpleTable } from '@hengjuan/ui'
import { SETTLED_BY, type NearLineView } from './rule-form.ts'
import css from './near-line.module.css'

/** What a run would send now: by line, and by block with what stands against it. */
export function NearLinePreview({ view }: { view: NearLineView }) {
  const { preview, rule } = view
  if (!preview || !rule) return null
  const { papers, candidates, open_candidates } = preview
  const blocks = view.blocks.filter((block) => block.papers > 0)
  return (
    <>
      <p className={css['verdict']} role="status">
        {papers === 0
          ? '现在没有可以送去复评的试卷。'
          : `现在有 ${candidates} 名考生的 ${papers} 份试卷只经一人评阅且总分临界。`}
        {open_candidates > 0 &&
          ` 另有 ${open_candidates} 名考生的总分还没有评完，评完后才知道是否临界。`}
      </p>
      {papers > 0 && (
        <div className={css['tables']}>
          <SimpleTable
            label="各分数线的临界考生"
            columns={[
              { key: 'line', title: '分数线', render: ({ name }) => name },
              {
                key: 'range',
                title: '总分范围',
                render: ({ total_milli }) =>
                  `${formatMilli(Math.max(0, total_milli - rule.window_milli))} – ${formatMilli(total_milli + rule.window_milli)}`,
              },
              { key: 'who', title: '考生', align: 'right', render: (line) => line.candidates },
              { key: 'papers', title: '试卷', align: 'right', render: (line) => line.papers },
            ]}
            rows={preview.lines}
            rowKey={(line) => `${line.name} ${line.total_milli}`}
          />
          <SimpleTable
            label="各题块的复评试卷"
            columns={[
              { key: 'block', title: '题块', render: ({ block_name }) => block_name },
              { key: 'papers', title: '试卷', align: 'right', render: (block) => block.papers },
              {
                key: 'settled',
                title: '两次评阅',
                render: (block) => (
                  <>
                    {SETTLED_BY[block.settle_mode]}
                    <small>误差 {formatMilli(block.tolerance_milli)} 分</small>
                  </>
                ),
              },
              { key: 'warning', title: '注意', render: ({ warning }) => warning ?? '–' },
            ]}
            rows={blocks}
            rowKey={({ block_id }) => block_id}
          />
        </div>
      )}
    </>
  )
}
