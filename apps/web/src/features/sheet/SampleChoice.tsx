import type { ReplyOf, sheetSettings } from '@hengjuan/contracts'
import type { SheetWork } from './draft.ts'
import { questionsOf } from './draft.ts'
import css from './sheet.module.css'

type Settings = ReplyOf<typeof sheetSettings>
type Sample = Settings['samples'][number]

/** Where a new sheet starts: a complete sample, or nothing. */
export function SampleChoice(props: {
  settings: Settings
  subjectName: string
  onChoose: (work: SheetWork) => void
}) {
  const { settings, subjectName, onChoose } = props
  const fits = (sample: Sample) => sample.design.subjectName === subjectName
  const samples = [...settings.samples].sort((a, b) => Number(fits(b)) - Number(fits(a)))
  return (
    <div className={css['samples']}>
      {samples.map((sample) => (
        <button
          key={sample.code}
          type="button"
          className={css['sample']}
          onClick={() => onChoose(workOf(sample, subjectName))}
        >
          <strong>
            {sample.name}
            {fits(sample) && '　推荐'}
          </strong>
          <span>{questionsOf(sample.design).length} 题，含客观题答案</span>
          {sample.design.sections.map(({ title }) => (
            <span key={title}>{title.replace(/（.*$/, '')}</span>
          ))}
        </button>
      ))}
      <button
        type="button"
        className={css['sample']}
        onClick={() => onChoose(emptyWork(settings, subjectName))}
      >
        <strong>空白答题卡</strong>
        <span>从题目清单生成，或自己添加作答区</span>
      </button>
    </div>
  )
}

/** A sample as work in progress; answers are of its own subject only. */
function workOf(sample: Sample, subjectName: string): SheetWork {
  const own = sample.design.subjectName === subjectName
  return {
    design: { ...sample.design, subjectName },
    keys: own
      ? Object.fromEntries(Object.entries(sample.keys).map(([no, key]) => [no, key.join('')]))
      : {},
    missing: Object.fromEntries(
      Object.entries(sample.rules).map(([no, rule]) => [no, rule.missing_milli ?? 0]),
    ),
  }
}

const emptyWork = (settings: Settings, subjectName: string): SheetWork => ({
  design: {
    title: settings.samples[0]?.design.title ?? '',
    subjectName,
    paper: 'A4',
    examNoDigits: settings.exam_no_digits,
    numberStyle: 'bubble',
    notices: settings.notices,
    sections: [],
  },
  keys: {},
  missing: {},
})
