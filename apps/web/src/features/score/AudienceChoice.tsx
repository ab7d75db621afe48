import { Checkbox, FormGroup, Radio, RadioGroup } from '@blueprintjs/core'
import type { ReleaseAudience } from '@hengjuan/domain'
import { DateField, utcOf } from '@hengjuan/ui'

export interface WantedAudiences {
  teachers: boolean
  students: 'now' | 'later' | 'timed'
  /** As the field has it, in the time of this place. */
  at: string
}

export const EVERYBODY_NOW: WantedAudiences = { teachers: true, students: 'now', at: '' }

/** Why a release cannot be ordered like this; null where it can. */
export function audienceProblem({ students, at }: WantedAudiences): string | null {
  if (students !== 'timed') return null
  const utc = utcOf(at)
  if (utc === null) return '请选择学生可以查看的时间'
  return utc <= new Date().toISOString() ? '学生可以查看的时间已过' : null
}

/** What is sent with the order. */
export function audienceFields({ teachers, students, at }: WantedAudiences) {
  const audiences: ReleaseAudience[] = [
    'leaders',
    ...(teachers ? (['teachers'] as const) : []),
    ...(students === 'now' ? (['students'] as const) : []),
  ]
  const utc = students === 'timed' ? utcOf(at) : null
  return { audiences, ...(utc === null ? {} : { at: utc }) }
}

/** Who sees the version at once, and when the students do. */
export function AudienceChoice(props: {
  wanted: WantedAudiences
  onChange: (wanted: WantedAudiences) => void
}) {
  const { wanted, onChange } = props
  return (
    <FormGroup label="谁可以查看">
      <Checkbox checked disabled label="学校领导与管理人员：立即" />
      <Checkbox
        checked={wanted.teachers}
        label="教师：立即"
        onChange={({ currentTarget: { checked } }) =>
          // Students never before teachers.
          onChange({
            ...wanted,
            teachers: checked,
            students: checked ? wanted.students : 'later',
          })
        }
      />
      <RadioGroup
        inline
        label="学生与家长"
        selectedValue={wanted.students}
        disabled={!wanted.teachers}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...wanted, students: value as WantedAudiences['students'] })
        }
      >
        <Radio value="now" label="立即" />
        <Radio value="timed" label="定时" />
        <Radio value="later" label="暂不，以后再安排" />
      </RadioGroup>
      {wanted.students === 'timed' && (
        <DateField
          label="学生可以查看的时间"
          usualTime="18:00"
          value={wanted.at}
          onChange={(at) => onChange({ ...wanted, at })}
        />
      )}
    </FormGroup>
  )
}
