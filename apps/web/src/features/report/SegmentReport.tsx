import { NumericInput, Switch } from '@blueprintjs/core'
import { segmentReport } from '@hengjuan/contracts'
import { filter, FilterField, useUrlFilters } from '@hengjuan/ui'
import { useState } from 'react'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'
import { ByChoice, OverlayChoice, useSides } from './SideChoice.tsx'

/** Shown in the field before the answer says what the school set. */
const DEFAULT_WIDTH = 10
const WIDEST = 200
const filters = {
  /** 0: as the school set it. */
  width: filter.number(0),
  empty: filter.oneOf(['show', 'hide'], 'show'),
}

/** How many fall into each step of the score, with the classes side by side. @source reports P08 */
export function SegmentReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const asked = values.width === 0 ? null : Math.min(WIDEST, Math.max(1, values.width))
  const isHidden = values.empty === 'hide'
  const sides = useSides()
  return (
    <ReportPage
      report={segmentReport}
      page="segment"
      mayExport={props.mayExport}
      rowKey={(row) => row.from_milli}
      query={{
        ...(asked === null ? {} : { width: asked }),
        empty: values.empty,
        ...sides.query,
        ...sides.overlay,
      }}
      chips={isHidden ? ['不列空段'] : []}
      renderFilters={(reply) => (
        <>
          <WidthField
            key={asked ?? reply?.width}
            value={asked ?? reply?.width ?? DEFAULT_WIDTH}
            onChange={(next) => set({ width: next })}
          />
          <Switch
            className={css['switch'] ?? ''}
            checked={isHidden}
            label="隐藏空段"
            onChange={() => set({ empty: isHidden ? 'show' : 'hide' })}
          />
          <ByChoice frame={reply} />
          <OverlayChoice groups={reply?.groups} />
        </>
      )}
      empty={{ title: '没有成绩' }}
    />
  )
}

function WidthField(props: { value: number; onChange: (width: number) => void }) {
  const [typed, setTyped] = useState(String(props.value))
  const take = () => {
    const width = Math.min(WIDEST, Math.max(1, Math.round(Number(typed)) || DEFAULT_WIDTH))
    setTyped(String(width))
    if (width !== props.value) props.onChange(width)
  }
  return (
    <FilterField label="每段">
      <NumericInput
        value={typed}
        min={1}
        max={WIDEST}
        stepSize={5}
        majorStepSize={10}
        style={{ width: 56 }}
        onValueChange={(_, text) => setTyped(text)}
        onButtonClick={(value) => props.onChange(Math.min(WIDEST, Math.max(1, value)))}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
        aria-label="分数段宽度（分）"
      />
      <span>分</span>
    </FilterField>
  )
}
