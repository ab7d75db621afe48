import { FormGroup, HTMLSelect, Switch } from '@blueprintjs/core'
import type { Draft } from '../draft.ts'
import css from './designer.module.css'

const VARIANTS = [
  { value: '', label: '一种试卷' },
  { value: '2', label: 'A、B 卷' },
  { value: '3', label: 'A、B、C 卷' },
  { value: '4', label: 'A、B、C、D 卷' },
]
const SCORE_ENTRIES = [
  { value: '', label: '网上阅卷' },
  { value: 'bars', label: '先阅后扫：打分条' },
  { value: 'digits', label: '先阅后扫：手写分数格' },
]

/** What a sheet carries besides its questions: variants of the paper, places for the mark, misconduct. */
export function SheetOptions(props: {
  design: Draft
  disabled: boolean
  onChange: (change: Partial<Draft>) => void
}) {
  const { design, disabled, onChange } = props
  return (
    <div className={css['options']}>
      <FormGroup label="试卷类型" labelFor="sheet-variants">
        <HTMLSelect
          id="sheet-variants"
          fill
          disabled={disabled}
          value={String(design.paperVariants ?? '')}
          options={VARIANTS}
          onChange={({ currentTarget: { value } }) =>
            onChange({ paperVariants: value === '' ? undefined : Number(value) })
          }
        />
      </FormGroup>
      <FormGroup label="阅卷方式" labelFor="sheet-score-entry">
        <HTMLSelect
          id="sheet-score-entry"
          fill
          disabled={disabled}
          value={design.scoreEntry ?? ''}
          options={SCORE_ENTRIES}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              value === ''
                ? { scoreEntry: undefined, totalEntry: undefined }
                : { scoreEntry: value as 'bars' },
            )
          }
        />
        {design.scoreEntry && (
          <Switch
            disabled={disabled}
            checked={design.totalEntry === true}
            label="另印总分栏，扫描后与各题合计核对"
            onChange={({ currentTarget: { checked } }) =>
              onChange({ totalEntry: checked ? true : undefined })
            }
          />
        )}
      </FormGroup>
      <FormGroup label="违纪标记" labelFor="sheet-misconduct">
        <Switch
          id="sheet-misconduct"
          disabled={disabled}
          checked={design.misconduct === true}
          label="印违纪标记框"
          onChange={({ currentTarget: { checked } }) =>
            onChange({ misconduct: checked ? true : undefined })
          }
        />
      </FormGroup>
    </div>
  )
}
