import { type ReactNode, useState } from 'react'
import { Segmented } from '../form/Segmented.tsx'
import css from './chart.module.css'
import type { ChartProps } from './chart-data.ts'

const views = [
  { value: 'chart', label: '图' },
  { value: 'table', label: '表' },
] as const

/** A chart and the same figures as a table, one click apart. */
export function ChartFrame({ chart, children }: { chart: ChartProps; children: ReactNode }) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const format = chart.format ?? String
  const height = chart.height ?? 260
  return (
    <figure className={css['root']}>
      <figcaption className={css['head']}>
        {chart.title}
        <Segmented
          label={`${chart.title}的显示方式`}
          options={views}
          value={view}
          onChange={setView}
        />
      </figcaption>
      {view === 'chart' ? (
        <div className={css['canvas']} style={{ height }}>
          {children}
        </div>
      ) : (
        <div className={css['table']} style={{ height }}>
          <table aria-label={chart.title}>
            <thead>
              <tr>
                <th scope="col">{chart.xTitle}</th>
                {chart.series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {chart.labels.map((label, index) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {chart.series.map(({ name, values }) => {
                    const value = values[index] ?? null
                    return <td key={name}>{value === null ? '–' : format(value)}</td>
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  )
}
