import { Checkbox } from '@blueprintjs/core'
import { Segmented } from '@hengjuan/ui'
import type { ExamList } from '../../bridge/batch-api.ts'
import css from './new-batch.module.css'

type Subject = ExamList['exams'][number]['subjects'][number]

/** What lies in a stack of paper: one subject, some that are named, or whatever of the exam. */
export interface Stack {
  holds: 'one' | 'some' | 'any'
  /** Named subjects beside the first. */
  more: number[]
}

const WORDS: Record<Stack['holds'], (first: string) => string> = {
  one: (first) => `这一叠只有${first}；混进别的科目的纸会停在「待处理」里问你。`,
  some: () => '每张纸按答题卡上的标识码归到它的科目；没有勾选的科目会停下来问你。',
  any: () => '本场考试的各科都收，按答题卡上的标识码自动归到各科。',
}

/** Asks which further subjects lie in the stack. */
export function StackChoice(props: {
  first: string
  others: readonly Subject[]
  stack: Stack
  onChange: (stack: Stack) => void
}) {
  const { stack, onChange } = props
  return (
    <div className={css['stack']}>
      <Segmented
        label="这一叠里有"
        value={stack.holds}
        onChange={(holds) => onChange({ ...stack, holds })}
        options={[
          { value: 'one', label: `只有${props.first}` },
          { value: 'some', label: '几个科目' },
          { value: 'any', label: '自动分拣' },
        ]}
      />
      {stack.holds === 'some' && (
        <span className={css['more']} role="group" aria-label="还有哪些科目">
          {props.others.map(({ subject_id, subject_name, upload }) => (
            <Checkbox
              key={subject_id}
              inline
              label={upload.open ? subject_name : `${subject_name}（${upload.reason}）`}
              disabled={!upload.open}
              checked={stack.more.includes(subject_id)}
              onChange={(event) =>
                onChange({
                  ...stack,
                  more: event.currentTarget.checked
                    ? [...stack.more, subject_id]
                    : stack.more.filter((id) => id !== subject_id),
                })
              }
            />
          ))}
        </span>
      )}
      <p className={css['stackNote']}>{WORDS[stack.holds](props.first)}</p>
    </div>
  )
}
