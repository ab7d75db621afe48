import { formatMilli } from '@hengjuan/domain'
import { SETTLED_BY, type NearLineView } from './rule-form.ts'
import css from './near-line.module.css'
import table from '../setup/setup.module.css'

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
          <div className={table['scroll']}>
            <table className={table['table']} aria-label="各分数线的临界考生">
              <thead>
                <tr>
                  <th scope="col">分数线</th>
                  <th scope="col">总分范围</th>
                  <th scope="col" className={table['figure']}>
                    考生
                  </th>
                  <th scope="col" className={table['figure']}>
                    试卷
                  </th>
                </tr>
              </thead>
              <tbody>
                {preview.lines.map((line) => (
                  <tr key={`${line.name} ${line.total_milli}`}>
                    <th scope="row">{line.name}</th>
                    <td>
                      {formatMilli(Math.max(0, line.total_milli - rule.window_milli))} –{' '}
                      {formatMilli(line.total_milli + rule.window_milli)}
                    </td>
                    <td className={table['figure']}>{line.candidates}</td>
                    <td className={table['figure']}>{line.papers}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className={table['scroll']}>
            <table className={table['table']} aria-label="各题块的复评试卷">
              <thead>
                <tr>
                  <th scope="col">题块</th>
                  <th scope="col" className={table['figure']}>
                    试卷
                  </th>
                  <th scope="col">两次评阅</th>
                  <th scope="col">注意</th>
                </tr>
              </thead>
              <tbody>
                {blocks.map((block) => (
                  <tr key={block.block_id}>
                    <th scope="row">{block.block_name}</th>
                    <td className={table['figure']}>{block.papers}</td>
                    <td>
                      {SETTLED_BY[block.settle_mode]}
                      <small>误差 {formatMilli(block.tolerance_milli)} 分</small>
                    </td>
                    <td className={css['warning']}>{block.warning ?? '–'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </>
  )
}
