import { Button, HTMLSelect } from '@blueprintjs/core'
import { useState } from 'react'
import { FormRow } from './FormRow.tsx'
import type { Cut } from './group-parts.ts'
import type { GroupSpec } from './group-spec.ts'
import { Num } from './Num.tsx'

/** Cuts the grid at a place that is named. */
export function GroupCutter(props: { spec: GroupSpec; onCut: (at: Cut) => void }) {
  const { spec, onCut } = props
  const [across, setAcross] = useState<Cut['across']>(spec.lines > 1 ? 'lines' : 'options')
  const most = spec[across] - 1
  const [after, setAfter] = useState(Math.ceil(spec[across] / 2))
  return (
    <>
      <FormRow label="拆开方式">
        <HTMLSelect
          value={across}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value as Cut['across']
            setAcross(next)
            setAfter(Math.ceil(spec[next] / 2))
          }}
          options={[
            { value: 'lines', label: spec.kind === 'choice' ? '按题分' : '按位分' },
            { value: 'options', label: '按框分' },
          ]}
        />
      </FormRow>
      <Num label="前半个数" value={after} min={1} step={1} onChange={setAfter} />
      <Button disabled={after > most} onClick={() => onCut({ across, after })}>
        拆成两组
      </Button>
    </>
  )
}
