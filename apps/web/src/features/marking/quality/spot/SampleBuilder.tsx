import { Button, FormGroup, HTMLSelect, InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { checkBlockStatus } from '@hengjuan/contracts'
import { MIXED_PARTS, type MixedPart, SAMPLE_SHARES } from '@hengjuan/domain'
import { DateField } from '@hengjuan/ui'
import { DailyChecks } from './DailyChecks.tsx'
import { isTimeReversed, SAMPLE_KINDS, type SampleForm, type SampleKind } from './sample.ts'
import { type Sampler, useSpotSample } from './use-spot-sample.ts'
import css from './spot.module.css'

/** Which readings are checked: of whom, and of what kind. */
export function SampleBuilder(props: {
  examId: number
  blockId: number
  form: SampleForm
  by?: Sampler
  /** Address of the checks of a marker, for whoever may see them. */
  recordsOf?: (markerId: number) => string
  onChange: (form: SampleForm) => void
}) {
  const { form } = props
  const { data } = useRoute(checkBlockStatus, {
    query: { exam_id: props.examId, block_id: props.blockId },
  })
  const change = (part: Partial<SampleForm>) => props.onChange({ ...form, ...part })
  const text = (key: 'low' | 'high' | 'line' | 'window' | 'gap', label: string) => (
    <InputGroup
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      value={form[key]}
      onValueChange={(value) => change({ [key]: value })}
    />
  )
  const time = (key: 'from' | 'to', label: string) => (
    <div className={css['moment']}>
      <span>{label}</span>
      <DateField
        label={`提交时间${label}`}
        usualTime={key === 'from' ? '00:00' : '23:59'}
        value={form[key]}
        onChange={(value) => change({ [key]: value })}
      />
    </div>
  )
  return (
    <div className={css['sampler']}>
      <FormGroup label="阅卷教师">
        <HTMLSelect
          fill
          aria-label="阅卷教师"
          value={form.markerId ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ markerId: value === '' ? null : Number(value) })
          }
        >
          <option value="">全部教师</option>
          {data?.markers.map(({ marker_id, name, readings }) => (
            <option key={marker_id} value={marker_id}>
              {name}（已评 {readings}）
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
      <RadioGroup
        className={css['kinds']}
        label="抽样条件"
        selectedValue={form.kind}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value as SampleKind })}
      >
        {SAMPLE_KINDS.map(({ value, label, hint }) => (
          <Radio key={value} value={value} label={label} title={hint} />
        ))}
      </RadioGroup>
      {(form.kind === 'random' || form.kind === 'mixed') && (
        <HTMLSelect
          fill
          aria-label="抽取比例"
          value={form.percent}
          onChange={({ currentTarget: { value } }) => change({ percent: Number(value) })}
          options={SAMPLE_SHARES.map((share) => ({
            value: share,
            label: share === 100 ? '全部评阅' : `每位教师的 ${share}%`,
          }))}
        />
      )}
      {form.kind === 'band' && (
        <div className={css['range']}>
          {text('low', '最低分')}
          <span>至</span>
          {text('high', '最高分')}
        </div>
      )}
      {form.kind === 'mixed' && <p className={css['lineLabel']}>临界线，可不填</p>}
      {(form.kind === 'near_line' || form.kind === 'mixed') && (
        <div className={css['range']}>
          {text('line', '分数线')}
          <span>±</span>
          {text('window', '上下')}
        </div>
      )}
      {form.kind === 'apart' && (
        <div className={css['apart']}>
          <span>分差大于</span>
          {text('gap', '分差')}
          <span>分</span>
        </div>
      )}
      <section className={css['times']} aria-label="提交时间">
        <header>
          <h3>提交时间</h3>
          {(form.from !== '' || form.to !== '') && (
            <Button
              size="small"
              variant="minimal"
              text="不限"
              onClick={() => change({ from: '', to: '' })}
            />
          )}
        </header>
        {time('from', '从')}
        {time('to', '至')}
        {isTimeReversed(form) && <p role="alert">起点晚于终点，请修改</p>}
      </section>
      <SampleCount blockId={props.blockId} form={form} by={props.by} />
      <DailyChecks
        examId={props.examId}
        blockId={props.blockId}
        markerId={form.markerId}
        onPick={(markerId) => change({ markerId })}
        recordsOf={props.recordsOf}
      />
    </div>
  )
}

/** How many readings the sample holds now, while it is put together. */
function SampleCount(props: { blockId: number; form: SampleForm; by: Sampler | undefined }) {
  const { isComplete, data, error } = useSpotSample(props.blockId, props.form, props.by)
  const waiting = error === null ? '正在统计' : '没有统计出来'
  return (
    <div className={css['count']} role="status">
      {!isComplete ? '请补全条件' : data ? `${data.remaining} 份待抽查` : waiting}
      {data?.parts && <MixedShares parts={data.parts} total={data.remaining} />}
    </div>
  )
}

/** What a mixed sample is made of. */
const MixedShares = (props: {
  parts: readonly { part: MixedPart; count: number }[]
  total: number
}) => (
  <ul className={css['mixed']} aria-label="混合抽样的构成">
    {props.parts.map(({ part, count }) => (
      <li key={part}>
        {MIXED_PARTS[part]} <b>{count}</b>
        {count > 0 && <small>{Math.round((100 * count) / props.total)}%</small>}
      </li>
    ))}
  </ul>
)
